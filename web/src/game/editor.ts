/** A position in the editor. Whether it can be played is for the server to say. */
import type { Side } from '../wire/Side';
import { boardField, placementOf, turnOf, type Piece, type Placement } from './placement';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';

/** The letters of FEN for the four castlings. */
export const CASTLINGS = ['K', 'Q', 'k', 'q'] as const;
export type Castling = (typeof CASTLINGS)[number];

export interface Draft {
  readonly pieces: Placement;
  readonly turn: Side;
  readonly castling: readonly Castling[];
}

/** A setup from a FEN; what cannot be read is left out. */
export function draftOf(fen: string): Draft {
  const rights = fen.split(' ')[2] ?? '';
  return {
    pieces: placementOf(fen),
    turn: turnOf(fen),
    castling: CASTLINGS.filter((right) => rights.includes(right)),
  };
}

/** A setup from typed text; `null` if that does not start like a FEN. */
export function readDraft(text: string): Draft | null {
  const fen = text.trim().replace(/\s+/g, ' ');
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  const width = (rank: string): number =>
    [...rank].reduce((sum, sign) => sum + (Number(sign) || 1), 0);
  const whole = ranks.every((rank) => /^[pnbrqkPNBRQK1-8]+$/.test(rank) && width(rank) === 8);
  return ranks.length === 8 && whole ? draftOf(fen) : null;
}

/** The FEN of a setup, without en passant and with fresh counters. */
export function fenOf(draft: Draft): string {
  const rights = CASTLINGS.filter((right) => draft.castling.includes(right)).join('') || '-';
  return `${boardField(draft.pieces)} ${draft.turn === 'white' ? 'w' : 'b'} ${rights} - 0 1`;
}

/** Places a piece on a square; the same piece again, or `null`, empties it. */
export function put(draft: Draft, square: string, piece: Piece | null): Draft {
  const pieces = new Map(draft.pieces);
  const there = pieces.get(square);
  const same = piece !== null && there?.color === piece.color && there.role === piece.role;
  if (piece === null || same) pieces.delete(square);
  else pieces.set(square, piece);
  return { ...draft, pieces };
}

export function withCastling(draft: Draft, right: Castling, on: boolean): Draft {
  const others = draft.castling.filter((known) => known !== right);
  return { ...draft, castling: on ? [...others, right] : others };
}
