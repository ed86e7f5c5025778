/** A game in two sentences, in English. */
import type { Judgment } from '../../../wire/Judgment';
import type { Subject } from '../../subject';
import { lowerFirst, nameOf, type Stretch } from '../../../review/summaryText';

const sides = { white: 'White', black: 'Black' };
const was = (who: Subject): string =>
  who.type === 'you' ? 'You were' : `${nameOf(who, sides)} was`;
const judgments: Readonly<Record<Judgment, string>> = {
  inaccuracy: 'an inaccuracy',
  mistake: 'a mistake',
  blunder: 'a blunder',
};
const when = ({ since, until }: Stretch): string => {
  if (until === null) return `from move ${since} on`;
  if (since === null) return `until move ${until}`;
  return since === until ? `at move ${until}` : `from move ${since} to move ${until}`;
};

export const summaryEn = {
  name: 'The game in two sentences',
  balanced: (stretch: Stretch | null): string =>
    stretch === null
      ? 'The game was balanced to the end.'
      : `The game was balanced ${when(stretch)}.`,
  unsteady: (stretch: Stretch | null): string =>
    `Neither side kept an advantage${stretch === null ? '' : ` ${when(stretch)}`}.`,
  better: (who: Subject, stretch: Stretch | null): string =>
    `${was(who)} better ${stretch === null ? 'throughout' : when(stretch)}.`,
  turningPoint: (move: string, why: string): string => `Then ${move} ${lowerFirst(why)}`,
  badMove: (move: string, judgment: Judgment): string => `Then ${move} was ${judgments[judgment]}.`,
  noTurningPoint: 'No single mistake decided it.',
  accuracy: (white: string, black: string): string =>
    `Accuracy: ${white} for White, ${black} for Black.`,
};

/** The texts that every language has about the course of a game. */
export type SummaryMessages = typeof summaryEn;
