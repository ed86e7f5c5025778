/** Whether it is the user's turn in one of their games. */
import type { GameView } from '../wire/GameView';
import { viewerHere } from './viewer';

/** Where it is not known which side is theirs, it is not said to be their move. */
export function isOwnMove(game: GameView): boolean {
  return game.state.status.type === 'playing' && viewerHere(game, true) === game.state.turn;
}
