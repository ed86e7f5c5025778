/**
 * A move in SAN before it is played, from what the server says is legal. Whether it gives check
 * only the rules know; that sign comes with the move itself.
 */
import type { LegalMoves } from '../wire/LegalMoves';
import { castlesShort, isCastling, letterOf, type Placement, type Role } from './placement';
import type { ChosenMove } from './moveInput';

/** The move as people write it, without the signs for check and mate. */
export function sanOf(
  pieces: Placement,
  legal: LegalMoves,
  { from, to, promotion }: ChosenMove,
): string {
  const piece = pieces.get(from);
  if (piece === undefined) return `${from}${to}`;
  if (piece.role === 'king' && isCastling(pieces, piece, from, to)) {
    return castlesShort(from, to) ? 'O-O' : 'O-O-O';
  }
  if (piece.role === 'pawn') {
    const start = from.charAt(0) === to.charAt(0) ? '' : `${from.charAt(0)}x`;
    return `${start}${to}${promotion === null ? '' : `=${letter(promotion)}`}`;
  }
  const takes = pieces.has(to) ? 'x' : '';
  return `${letter(piece.role)}${disambiguation(pieces, legal, piece.role, from, to)}${takes}${to}`;
}

function letter(role: Role): string {
  return letterOf({ color: 'white', role });
}

/** As much of the origin as tells the piece from its ambiguous: the file, else the rank, else both. */
function disambiguation(
  pieces: Placement,
  legal: LegalMoves,
  role: Role,
  from: string,
  to: string,
): string {
  const ambiguous = Object.entries(legal.destinations)
    .filter(([other, targets]) => other !== from && (targets?.includes(to) ?? false))
    .map(([other]) => other)
    .filter((other) => pieces.get(other)?.role === role);
  const [file, rank] = [from.charAt(0), from.charAt(1)];
  if (ambiguous.length === 0) return '';
  if (ambiguous.every((other) => other.charAt(0) !== file)) return file;
  if (ambiguous.every((other) => other.charAt(1) !== rank)) return rank;
  return from;
}
