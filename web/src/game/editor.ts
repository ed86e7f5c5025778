/** A position in the editor. Whether it can be played is for the server to say. */
import type { Side } from '../wire/Side';
import {
  boardField,
  placementOf,
  turnOf,
  type Piece,
  type Placement,
  type Role,
} from './placement';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';

/** The letters of FEN for the four castlings. */
export const CASTLINGS = ['K', 'Q', 'k', 'q'] as const;
export type Castling = (typeof CASTLINGS)[number];

export interface Setup {
  readonly pieces: Placement;
  readonly turn: Side;
  readonly castling: readonly Castling[];
}

/** A setup from a FEN; what cannot be read is left out. */
export function setupFromFen(fen: string): Setup {
  const rights = fen.split(' ')[2] ?? '';
  return {
    pieces: placementOf(fen),
    turn: turnOf(fen),
    castling: CASTLINGS.filter((right) => rights.includes(right)),
  };
}

/** A setup from typed text; `null` if that does not start like a FEN. */
export function parseSetup(text: string): Setup | null {
  const fen = text.trim().replace(/\s+/g, ' ');
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  const width = (rank: string): number =>
    [...rank].reduce((sum, sign) => sum + (Number(sign) || 1), 0);
  const whole = ranks.every((rank) => /^[pnbrqkPNBRQK1-8]+$/.test(rank) && width(rank) === 8);
  return ranks.length === 8 && whole ? setupFromFen(fen) : null;
}

/** The FEN of a setup, without en passant and with fresh counters. */
export function fenOf(setup: Setup): string {
  const rights = CASTLINGS.filter((right) => setup.castling.includes(right)).join('') || '-';
  return `${boardField(setup.pieces)} ${setup.turn === 'white' ? 'w' : 'b'} ${rights} - 0 1`;
}

/** Whether king and rook stand where they castle from. */
export function canCastle(pieces: Placement, right: Castling): boolean {
  const color: Side = right === right.toUpperCase() ? 'white' : 'black';
  const rank = color === 'white' ? '1' : '8';
  const rook = right.toLowerCase() === 'k' ? 'h' : 'a';
  const has = (file: string, role: Role): boolean => {
    const piece = pieces.get(file + rank);
    return piece?.role === role && piece.color === color;
  };
  return has('e', 'king') && has(rook, 'rook');
}

/** The setup with other pieces; rights to castle that they cannot have are gone. */
export function withPieces(setup: Setup, pieces: Placement): Setup {
  return { ...setup, pieces, castling: setup.castling.filter((right) => canCastle(pieces, right)) };
}

/** Places a piece on a square; the same piece again, or `null`, empties it. */
export function put(setup: Setup, square: string, piece: Piece | null): Setup {
  const pieces = new Map(setup.pieces);
  const there = pieces.get(square);
  const same = piece !== null && there?.color === piece.color && there.role === piece.role;
  if (piece === null || same) pieces.delete(square);
  else pieces.set(square, piece);
  return withPieces(setup, pieces);
}

export function withCastling(setup: Setup, right: Castling, on: boolean): Setup {
  const others = setup.castling.filter((known) => known !== right);
  return { ...setup, castling: on ? [...others, right] : others };
}
