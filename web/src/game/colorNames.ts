/**
 * Games that were started from a position between two people are saved under the names of their colors,
 * in the language in which they were started; whoever sees such a game reads them in their own.
 */
import type { Side } from '../wire/Side';

const NAMES: ReadonlyMap<string, Side> = new Map<string, Side>([
  ['White', 'white'],
  ['Black', 'black'],
  ['Weiß', 'white'],
  ['Schwarz', 'black'],
  ['Blancs', 'white'],
  ['Noirs', 'black'],
]);

/** Whether players are named after their colors. A single one may really be called Schwarz. */
export function areColorNames(white: string | null, black: string | null): boolean {
  return NAMES.get(white ?? '') === 'white' && NAMES.get(black ?? '') === 'black';
}
