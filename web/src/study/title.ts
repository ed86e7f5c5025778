/** The automatic name of a study: its players, its opening, or the day. */
import type { StudyTag } from '../wire/StudyTag';

/** The longest name that the server accepts. */
export const LONGEST_TITLE = 200;

export interface Titled {
  readonly tags: readonly StudyTag[];
  /** The name of the opening, as far as it is known. */
  readonly opening: string | null;
  /** The name of a study without players and opening. */
  readonly untitled: string;
}

export function titleOf({ tags, opening, untitled }: Titled): string {
  const tag = (name: string): string | null => {
    const value = tags.find((tag) => tag.name === name)?.value.trim() ?? '';
    return value === '' || value === '?' ? null : value;
  };
  const [white, black] = [tag('White'), tag('Black')];
  const players = white === null && black === null ? null : `${white ?? '?'} – ${black ?? '?'}`;
  const title = tag('StudyName') ?? players ?? opening ?? untitled;
  return title.slice(0, LONGEST_TITLE);
}

/** The name after an edit: one that was given by hand stays. */
export function retitled(title: string, before: Titled, after: Titled): string {
  const automatic = [titleOf(before), before.untitled].includes(title);
  return automatic ? titleOf(after) : title;
}
