/** A game in two sentences, in English. */
import type { Judgment } from '../../../wire/Judgment';
import type { Reason } from '../../../wire/Reason';
import type { Standing } from '../../../wire/Standing';
import type { Subject } from '../../subject';
import {
  nameOf,
  unfinished,
  upperFirst,
  type Ending,
  type Grade,
  type Stretch,
} from '../../../review/summaryText';

const sides = { white: 'White', black: 'Black' };
const was = (who: Subject): string =>
  who.type === 'you' ? 'You were' : `${nameOf(who, sides)} was`;
const grades: Readonly<Record<Grade, string>> = {
  slight: 'slightly better',
  clear: 'clearly better',
  winning: 'winning',
};
/** How a position is for a side. */
export const standings: Readonly<Record<Standing, string>> = {
  winning: 'a winning',
  much_better: 'a clearly better',
  better: 'a slightly better',
  equal: 'an equal',
  worse: 'a slightly worse',
  much_worse: 'a clearly worse',
  lost: 'a lost',
};
const judgments: Readonly<Record<Judgment, string>> = {
  inaccuracy: 'an inaccuracy',
  mistake: 'a mistake',
  blunder: 'a blunder',
};
const when = ({ since, until }: Stretch): string => {
  if (until === null) return `from move ${since} on`;
  if (since === null) return `until move ${until}`;
  return since === until ? `on move ${until}` : `from move ${since} to move ${until}`;
};
/** The verbs that the explanations of mistakes begin with. */
const past: Readonly<Record<string, string>> = {
  Allows: 'allowed',
  Hangs: 'hung',
  Leaves: 'left',
  Lets: 'let',
  Loses: 'lost',
  Misses: 'missed',
  Stalemates: 'stalemated',
  Throws: 'threw',
  Turns: 'turned',
};
/** An explanation as a part of what has happened: `lost the queen, which got trapped`. */
const inThePast = (why: string): string =>
  why.replace(/^\w+/, (verb) => past[verb] ?? verb).replace('which gets', 'which got');
const subject = (who: Subject): string => (who.type === 'you' ? 'you' : nameOf(who, sides));
const draws: Partial<Record<Reason, string>> = {
  stalemate: 'the game ended in stalemate',
  insufficient_material: 'the game was drawn by insufficient material',
  fivefold_repetition: 'the game was drawn by fivefold repetition',
  seventy_five_moves: 'the game was drawn by the 75-move rule',
  threefold_repetition: 'the game was drawn by threefold repetition',
  fifty_moves: 'the game was drawn by the 50-move rule',
  agreement: 'a draw was agreed',
  time: 'the game was drawn when time ran out',
  abandoned: 'the game was drawn when a player left',
};

/** How the game ended: `White resigned on move 31`, or without the name where it is repeated. */
function ended({ reason, players, move, about, isAtOnce }: Ending): string {
  const at = `on move ${move}`;
  if (players === null) return `${draws[reason] ?? 'the game was drawn'} ${at}`;
  const winner = about === 'winner' ? '' : `${subject(players.winner)} `;
  const loser = about === 'loser' ? '' : `${subject(players.loser)} `;
  if (reason === 'checkmate') {
    return isAtOnce ? `${winner}mated at once` : `${winner}delivered checkmate ${at}`;
  }
  if (reason === 'resignation') return `${loser}resigned ${at}`;
  if (reason === 'time') return `${loser}ran out of time ${at}`;
  if (reason === 'abandoned') return `${loser}left the game ${at}`;
  return `${winner}won ${at}`;
}

export const summaryEn = {
  name: 'The game in two sentences',
  balanced: (stretch: Stretch | null): string =>
    stretch === null ? 'The game was even to the end.' : `The game was even ${when(stretch)}.`,
  unsteady: (stretch: Stretch | null): string =>
    stretch === null
      ? 'Neither side had a clear advantage for long.'
      : `${upperFirst(when(stretch))}, neither side had a clear advantage for long.`,
  better: (who: Subject, grade: Grade, stretch: Stretch | null): string =>
    `${was(who)} ${grades[grade]} ${stretch === null ? 'throughout' : when(stretch)}.`,
  /** The side that was better after a mistake of the other one. */
  betterAfter: (who: Subject, grade: Grade, mistake: string, until: number | null): string => {
    const were = `${who.type === 'you' ? 'you were' : was(who)} ${grades[grade]}`;
    return `After ${mistake}, ${were}${until === null ? '' : ` until move ${until}`}.`;
  },
  /** What a bad move made of the position for the side that played it. */
  leaves: (who: Subject, standing: Standing): string => {
    const isStillBetter = standing === 'better' || standing === 'much_better';
    const only = isStillBetter ? 'only ' : '';
    return `Leaves ${subject(who)} with ${only}${standings[standing]} position.`;
  },
  turningPoint: (move: string, why: string): string => `Then ${move} ${inThePast(why)}`,
  badMove: (move: string, judgment: Judgment): string => `Then ${move} was ${judgments[judgment]}.`,
  /** The move that decided a game of which the first sentence tells only what was afterwards. */
  decisiveMistake: (move: string, why: string): string =>
    `The decisive mistake: ${move} ${inThePast(why)}`,
  decisiveBadMove: (move: string): string => `The decisive mistake was ${move}.`,
  noTurningPoint: 'No single mistake made the difference.',
  accuracy: (white: string, black: string): string =>
    `Accuracy: ${white} for White, ${black} for Black.`,
  /** A sentence that goes on to how the game ended. */
  withEnding: (sentence: string, ending: Ending): string =>
    `${unfinished(sentence)}, ${ending.isUnexpected ? 'but' : 'and'} ${
      sentence.startsWith('The game ') ? ended(ending).replace(/^the game /, '') : ended(ending)
    }.`,
};

/** The texts that every language has about the course of a game. */
export type SummaryMessages = typeof summaryEn;
