/** The opening of a game in the tags of its PGN. */
import type { StudyTag } from '../wire/StudyTag';
import type { Opening } from './theory';

const NAMES = ['ECO', 'Opening'];

/** The tags followed by those of the opening, unless the opening is tagged already. */
export function withOpening(tags: readonly StudyTag[], opening: Opening | null): StudyTag[] {
  if (opening === null || tags.some(({ name }) => NAMES.includes(name))) return [...tags];
  const { eco, name } = opening;
  return [...tags, { name: 'ECO', value: eco }, { name: 'Opening', value: name }];
}
