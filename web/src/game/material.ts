/** The material balance: the pieces that one side has and the other lacks, and the sum in pawns. */
import type { Side } from '../wire/Side';
import type { Placement, Role } from './placement';

const PIECE_VALUES: Readonly<Record<Role, number>> = {
  queen: 9,
  rook: 5,
  bishop: 3,
  knight: 3,
  pawn: 1,
  king: 0,
};
const SHOWN: readonly Role[] = ['queen', 'rook', 'bishop', 'knight', 'pawn'];

export interface Balance {
  /** The pieces of the other color that this side is ahead by, the most valuable first. */
  readonly ahead: Readonly<Record<Side, readonly Role[]>>;
  /** White's advantage in pawns. */
  readonly score: number;
}

/** The balance of a position. */
export function balance(pieces: Placement): Balance {
  const surplus = new Map<Role, number>();
  for (const piece of pieces.values()) {
    const step = piece.color === 'white' ? 1 : -1;
    surplus.set(piece.role, (surplus.get(piece.role) ?? 0) + step);
  }
  const ahead: Record<Side, Role[]> = { white: [], black: [] };
  let score = 0;
  for (const role of SHOWN) {
    const count = surplus.get(role) ?? 0;
    score += count * PIECE_VALUES[role];
    const side = count > 0 ? 'white' : 'black';
    ahead[side].push(...Array<Role>(Math.abs(count)).fill(role));
  }
  return { ahead, score };
}
