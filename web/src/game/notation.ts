/**
 * Moves as they are shown: the server and PGN write the letters of English, people read those of
 * their language, or figurines. Nothing but the letters of the pieces changes.
 */
import type { Role } from './placement';

export const NOTATIONS = ['local', 'english', 'figurines'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** The letters of the pieces in a language, as `{ S: 'knight' }`. */
export type Letters = Readonly<Record<string, Role>>;

const ENGLISH: Letters = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };
const FIGURINES: Letters = {
  '♔': 'king',
  '♕': 'queen',
  '♖': 'rook',
  '♗': 'bishop',
  '♘': 'knight',
};

/** The signs that stand for the pieces. */
export function lettersOf(notation: Notation, local: Letters): Letters {
  if (notation === 'figurines') return FIGURINES;
  return notation === 'english' ? ENGLISH : local;
}

/** A move in SAN, or text with such moves in it, with these signs for the pieces. */
export function notated(san: string, letters: Letters): string {
  return san.replace(/[KQRBN]/g, (letter) => signOf(ENGLISH[letter], letters) ?? letter);
}

function signOf(role: Role | undefined, letters: Letters): string | undefined {
  return Object.keys(letters).find((sign) => letters[sign] === role);
}
