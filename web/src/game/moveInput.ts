/**
 * Typed moves in SAN or UCI, matched against the legal moves that the server sends.
 */
import type { LegalMoves } from '../wire/LegalMoves';
import type { Letters } from './notation';
import { castlesShort, isCastling, roleOf, type Placement, type Role } from './placement';

/** A move that was chosen; the promotion is still open where a pawn needs one. */
export interface ChosenMove {
  readonly from: string;
  readonly to: string;
  readonly promotion: Role | null;
}

export type ParsedMove =
  | { readonly type: 'move'; readonly move: ChosenMove }
  | { readonly type: 'unknown' }
  | { readonly type: 'ambiguous'; readonly from: readonly string[] };

const SAN = /^([A-Z♚♛♜♝♞])?([a-h])?([1-8])?[x:-]?([a-h][1-8])(?:=?([A-Za-z♛♜♝♞]))?$/u;
/** The outlined figurines, in the order of the filled ones. */
const [OUTLINED, FILLED] = ['♔♕♖♗♘', '♚♛♜♝♞'];
const UCI = /^([a-h][1-8])[- ]?([a-h][1-8])([qrbn])?$/i;
const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];

/**
 * Reads a typed move. English letters always work, unless another language means a piece by one, and
 * small ones where no pawn is meant.
 */
export function parseMove(
  text: string,
  pieces: Placement,
  legal: LegalMoves,
  letters: Letters = {},
): ParsedMove {
  const plain = text.trim().replace(/[+#!?]+$/u, '');
  const uci = UCI.exec(plain);
  if (uci) {
    const [, from = '', to = '', letter = ''] = uci;
    return matchMoves([[from.toLowerCase(), to.toLowerCase()]], legal, roleOf(letter) ?? null);
  }
  if (/^[O0]-?[O0](-?[O0])?$/iu.test(plain)) return castling(plain, pieces, legal);
  const found = san(plain, pieces, legal, letters);
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  if (found.type !== 'unknown' || capital === plain) return found;
  return san(capital, pieces, legal, letters);
}

function san(text: string, pieces: Placement, legal: LegalMoves, letters: Letters): ParsedMove {
  const filled = text.replace(/[♔♕♖♗♘]/gu, (it) => FILLED.charAt(OUTLINED.indexOf(it)));
  const parts = SAN.exec(filled);
  if (!parts) return { type: 'unknown' };
  const [, letter, file, rank, to = '', promoted] = parts;
  const named = (char: string): Role | undefined => letters[char.toUpperCase()] ?? roleOf(char);
  const role = letter === undefined ? 'pawn' : named(letter);
  const fits = ([from]: readonly [string, string]): boolean =>
    pieces.get(from)?.role === role &&
    (file === undefined || from.charAt(0) === file) &&
    (rank === undefined || from.charAt(1) === rank);
  const moves = allMoves(legal).filter((move) => move[1] === to && fits(move));
  return matchMoves(moves, legal, promoted === undefined ? null : (named(promoted) ?? null));
}

function castling(text: string, pieces: Placement, legal: LegalMoves): ParsedMove {
  const short = text.replace(/-/g, '').length === 2;
  const moves = allMoves(legal).filter(([from, to]) => {
    const king = pieces.get(from);
    const castles = king?.role === 'king' && isCastling(pieces, king, from, to);
    return castles && castlesShort(from, to) === short;
  });
  return matchMoves(moves, legal, null);
}

function allMoves(legal: LegalMoves): (readonly [string, string])[] {
  return Object.entries(legal.destinations).flatMap(([from, targets]) =>
    (targets ?? []).map((to) => [from, to] as const),
  );
}

function matchMoves(
  moves: readonly (readonly [string, string])[],
  legal: LegalMoves,
  promotion: Role | null,
): ParsedMove {
  const possible = moves.filter(([from, to]) => isLegal(legal, from, to));
  const [first, ...others] = possible;
  if (first === undefined) return { type: 'unknown' };
  if (others.length > 0) return { type: 'ambiguous', from: possible.map(([from]) => from) };
  const [from, to] = first;
  const promotes = needsPromotion(legal, from, to);
  if (promotion !== null && (!promotes || !PROMOTIONS.includes(promotion))) {
    return { type: 'unknown' };
  }
  return { type: 'move', move: { from, to, promotion } };
}

/** Whether the server lets a piece go there. */
export function isLegal(legal: LegalMoves, from: string, to: string): boolean {
  return legal.destinations[from]?.includes(to) ?? false;
}

/** Whether a pawn promotes by going there, so that somebody has to choose. */
export function needsPromotion(legal: LegalMoves, from: string, to: string): boolean {
  return legal.promotions.includes(`${from}${to}`);
}

/** A move in UCI. */
export function uciOf(move: ChosenMove): string {
  const letters: Partial<Record<Role, string>> = {
    queen: 'q',
    rook: 'r',
    bishop: 'b',
    knight: 'n',
  };
  const letter = move.promotion === null ? '' : (letters[move.promotion] ?? '');
  return `${move.from}${move.to}${letter}`;
}
