/**
 * A reply waits until the player's own move has arrived on the board: an engine that is short of time
 * and a premove reply within an instant, and a new position ends the animation that is running.
 */
import type { Side } from '../../wire/Side';

/** What chessground knows of the position it shows. */
interface Shown {
  readonly turnColor: Side;
  readonly animation: {
    readonly current?: { readonly start: number; readonly frequency: number } | undefined;
  };
}

/** How long to wait before a position with `turn` to move is shown, in milliseconds. */
export function replyDelay(shown: Shown, mover: Side | null, turn: Side, now: number): number {
  const { current } = shown.animation;
  const isReply = mover !== null && turn === mover && shown.turnColor !== mover;
  if (!isReply || current === undefined) return 0;
  return Math.max(0, 1 / current.frequency - (now - current.start));
}
