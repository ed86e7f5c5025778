/**
 * The notation of moves: the server and PGN use English letters, people read those of their
 * language, or figurines. Nothing but the letters of the pieces changes.
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

/** The letters or figurines of a notation. */
export function lettersOf(notation: Notation, local: Letters): Letters {
  if (notation === 'figurines') return FIGURINES;
  return notation === 'english' ? ENGLISH : local;
}

/** A move in SAN, or text with such moves in it, with these letters for the pieces. */
export function localizeSan(san: string, letters: Letters): string {
  return san.replace(/[KQRBN]/g, (letter) => letterOf(ENGLISH[letter], letters) ?? letter);
}

function letterOf(role: Role | undefined, letters: Letters): string | undefined {
  return Object.keys(letters).find((letter) => letters[letter] === role);
}
