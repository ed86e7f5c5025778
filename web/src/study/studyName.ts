/** The automatic name of a study: its players, its opening, or the day. */
import type { StudyTag } from '../wire/StudyTag';

/** The longest name that the server accepts. */
export const MAX_STUDY_NAME_LENGTH = 200;

export interface NameSources {
  readonly tags: readonly StudyTag[];
  /** The name of the opening, as far as it is known. */
  readonly opening: string | null;
  /** The name of a study without players and opening. */
  readonly untitled: string;
  /** What stands for the name of a player who has none. */
  readonly player: string;
}

export function studyNameOf({ tags, opening, untitled, player }: NameSources): string {
  const tag = (name: string): string | null => {
    const value = tags.find((tag) => tag.name === name)?.value.trim() ?? '';
    return value === '' || value === '?' ? null : value;
  };
  const [white, black] = [tag('White'), tag('Black')];
  const isNameless = white === null && black === null;
  const players = isNameless ? null : `${white ?? player} – ${black ?? player}`;
  const name = tag('StudyName') ?? players ?? opening ?? untitled;
  return name.slice(0, MAX_STUDY_NAME_LENGTH);
}

/** The name after an edit: one that was given by hand stays. */
export function updatedStudyName(name: string, before: NameSources, after: NameSources): string {
  const automatic = [studyNameOf(before), before.untitled].includes(name);
  return automatic ? studyNameOf(after) : name;
}
