/** First moves of games that were started by moving a piece; the page of the game plays them. */
import type { ChosenMove } from '../game/moveInput';

const waiting = new Map<string, ChosenMove>();

export function leaveFirstMove(game: string, move: ChosenMove): void {
  waiting.set(game, move);
}

/** The first move of a game, once; `null` if there is none. */
export function takeFirstMove(game: string): ChosenMove | null {
  const move = waiting.get(game) ?? null;
  waiting.delete(game);
  return move;
}
