/** The tags of a PGN for the details of a game. */

export interface Tag {
  readonly name: string;
  readonly value: string;
}

const TAG = /^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$/;
/** A value such as `?`, `-` or `????.??.??` says nothing. */
const SAYS_SOMETHING = /[^?.\s-]/;

/** The tags that say something, in the order of the file. */
export function tagsOf(pgn: string): Tag[] {
  const tags: Tag[] = [];
  for (const line of pgn.split('\n')) {
    const [, name, value] = TAG.exec(line) ?? [];
    if (name === undefined || value === undefined) break;
    if (SAYS_SOMETHING.test(value)) tags.push({ name, value: value.replace(/\\(.)/g, '$1') });
  }
  return tags;
}
