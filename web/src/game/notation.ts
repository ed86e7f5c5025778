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
/** Filled: the outlines of the others are too thin to tell apart in a list of moves. */
const FIGURINES: Letters = {
  '♚': 'king',
  '♛': 'queen',
  '♜': 'rook',
  '♝': 'bishop',
  '♞': 'knight',
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

/** A part of a text: a figurine with the piece it stands for, or what is between figurines. */
export interface NotationPart {
  readonly text: string;
  readonly role: Role | null;
}

/** The figurines of a text, and what is between them. */
export function splitFigurines(text: string): NotationPart[] {
  const parts = text.split(/([♚♛♜♝♞])/u).filter((part) => part !== '');
  return parts.map((part) => ({ text: part, role: FIGURINES[part] ?? null }));
}

/** Words of a text, or a move in it, which stays on one line. Browsers break after a figurine. */
export interface NotationChunk {
  readonly isMove: boolean;
  readonly parts: readonly NotationPart[];
}

/** The moves of a text that could be broken in two, and what is between them. */
export function splitMoves(text: string): NotationChunk[] {
  const chunks = text.split(/(\S*(?:[♚♛♜♝♞]|O-O)\S*)/u);
  return chunks.flatMap((chunk, index) =>
    chunk === '' ? [] : [{ isMove: index % 2 === 1, parts: splitFigurines(chunk) }],
  );
}

/** A text with the names of the pieces in place of figurines, for what is only heard. */
export function spokenNotation(text: string, nameOf: (role: Role) => string): string {
  return splitFigurines(text)
    .map(({ text, role }) => (role === null ? text : `${nameOf(role)} `))
    .join('');
}

function letterOf(role: Role | undefined, letters: Letters): string | undefined {
  return Object.keys(letters).find((letter) => letters[letter] === role);
}
