/**
 * The game that was played last in this browser and goes on, as it was seen last: the home page shows
 * it at once, and asks the server afterwards.
 */
import { loadValue, saveValue, storageKey, type BrowserStorage } from '../settings/storage';
import type { GameView } from '../wire/GameView';

const NAME = 'last-game';

export function lastGame(storage: BrowserStorage): GameView | null {
  return loadValue(storage, NAME, (value) => (isGame(value) ? value : null));
}

/** Keeps a game that goes on, and forgets it when it has ended. */
export function saveLastGame(storage: BrowserStorage, game: GameView): void {
  const { type } = game.state.status;
  if (type === 'playing' || type === 'adjourned') saveValue(storage, NAME, game);
  else if (lastGame(storage)?.id === game.id) forgetLastGame(storage);
}

export function forgetLastGame(storage: BrowserStorage): void {
  storage.removeItem(storageKey(NAME));
}

/** Whether a stored value has everything that the home page shows of a game. */
function isGame(value: unknown): value is GameView {
  const game = value as Partial<GameView> | null | undefined;
  const isSeated = (seat: unknown): boolean =>
    typeof (seat as Partial<GameView['seats']['white']> | undefined)?.player?.type === 'string';
  return (
    typeof game?.id === 'string' &&
    isSeated(game.seats?.white) &&
    isSeated(game.seats?.black) &&
    Array.isArray(game.moves) &&
    game.moves.every(({ uci }) => typeof uci === 'string') &&
    typeof game.state?.fen === 'string' &&
    typeof game.state.status.type === 'string'
  );
}
