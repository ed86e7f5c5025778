/** A position as the server is asked about it: a start, and the moves from there. */
import type { PositionPath } from '../wire/PositionPath';

/**
 * Whether both ask about the same position. What is moveText beside the moves has no part in it, so
 * an answer is still welcome when a note was moveText while it was on its way.
 */
export function isSame(one: PositionPath, other: PositionPath): boolean {
  return (
    one.start_fen === other.start_fen &&
    one.moves.length === other.moves.length &&
    one.moves.every((move, index) => move === other.moves[index])
  );
}
