/** Positions as people paste them. Whether they are any good is for the server to say. */

/** What is meant where a FEN ends early: as in the editor, White moves and nobody castles. */
const REST = ['w', '-', '-', '0', '1'];

/**
 * A FEN with all its fields, from one that may have the board alone. None where the text does not
 * begin with a board: no game begins with a word that has slashes inside.
 */
export function wholeFen(text: string): string | null {
  const fields = text.trim().split(/\s+/);
  if (!/^\w+(\/\w+)+$/.test(fields[0] ?? '')) return null;
  return [...fields, ...REST.slice(fields.length - 1)].join(' ');
}
