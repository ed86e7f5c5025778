/** The other side of an offer. */
import type { ColorChoice } from '../../wire/ColorChoice';

/** The color that is left for whoever gets an offer. */
export function reversed(choice: ColorChoice): ColorChoice {
  if (choice === 'random') return choice;
  return choice === 'white' ? 'black' : 'white';
}
