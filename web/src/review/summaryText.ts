/** What the two sentences about a game are made of. */
import type { Subject } from '../i18n/subject';
import type { Reason } from '../wire/Reason';
import type { Side } from '../wire/Side';
import type { Standing } from '../wire/Standing';

/**
 * Part of a game, by the numbers of its moves: from the start until a move, from one move to
 * another one, or from a move on.
 */
export type Stretch =
  | { readonly since: number | null; readonly until: number }
  | { readonly since: number; readonly until: null };

/** How much better a side is, in the usual grades. */
export type Grade = 'slight' | 'clear' | 'winning';

/** The grade of the side that is better; anything less is slight. */
export function gradeOf(standing: Standing | null): Grade {
  if (standing === 'winning') return 'winning';
  return standing === 'much_better' ? 'clear' : 'slight';
}

/** How a game ended, and on which move: the last one, or the one that a player was to make. */
export interface Ending {
  readonly reason: Reason;
  /** The players of a game that was won; `null` for a draw. */
  readonly players: { readonly winner: Subject; readonly loser: Subject } | null;
  readonly move: number;
  /** Whether it was the answer to the move that the sentence before it is about. */
  readonly isAtOnce: boolean;
  /** Which of the two the sentence before it is about; `null` for neither. */
  readonly about: 'winner' | 'loser' | null;
  /** Whether the end is another one than what is told before it leads to expect. */
  readonly isUnexpected: boolean;
}

/** A sentence without its full stop, to be continued. */
export function unfinished(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** A sentence as the rest of another one. */
export function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** Words as the beginning of a sentence. */
export function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of somebody who is not the reader. */
export function nameOf(
  who: Exclude<Subject, { type: 'you' }>,
  sides: Readonly<Record<Side, string>>,
): string {
  return who.type === 'name' ? who.name : sides[who.side];
}
