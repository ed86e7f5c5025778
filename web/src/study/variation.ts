/** A position in a request: a start, and the moves from there. */
import type { PositionPath } from '../wire/PositionPath';

/**
 * Whether both are the same position. Comments are no part of it, so a response is still used when a
 * comment was written in the meantime.
 */
export function isSame(one: PositionPath, other: PositionPath): boolean {
  return (
    one.start_fen === other.start_fen &&
    one.moves.length === other.moves.length &&
    one.moves.every((move, index) => move === other.moves[index])
  );
}
