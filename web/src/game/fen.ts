/** Pasted positions. Whether they are valid is for the server to say. */

/** The fields that a short FEN lacks: as in the editor, White moves and nobody castles. */
const DEFAULT_FIELDS = ['w', '-', '-', '0', '1'];

/**
 * A FEN with all its fields, from one that may have the board alone. `null` if the text does not
 * start with a board: no PGN starts with a word that has slashes inside.
 */
export function wholeFen(text: string): string | null {
  const fields = text.trim().split(/\s+/);
  if (!/^\w+(\/\w+)+$/.test(fields[0] ?? '')) return null;
  return [...fields, ...DEFAULT_FIELDS.slice(fields.length - 1)].join(' ');
}
