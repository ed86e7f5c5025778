/** What the two sentences about a game are made of. */
import type { Subject } from '../i18n/subject';
import type { Side } from '../wire/Side';

/** Part of a game, by the numbers of its moves; without `since` it is most of the game until then. */
export interface Stretch {
  readonly since: number | null;
  readonly until: number;
}

/** A sentence as the rest of another one. */
export function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** The name of somebody who is not the reader. */
export function nameOf(
  who: Exclude<Subject, { type: 'you' }>,
  sides: Readonly<Record<Side, string>>,
): string {
  return who.type === 'name' ? who.name : sides[who.side];
}
