/** The games whose details were looked at last, so that going back to one asks nobody. */
import { viewGame } from '../api/games';
import type { ApiResult } from '../api/request';
import type { GameView } from '../wire/GameView';

const MAX_GAMES = 100;

type Fetch = (id: string) => Promise<ApiResult<GameView>>;

export class GameCache {
  readonly #games = new Map<string, GameView>();
  readonly #fetch: Fetch;

  constructor(fetch: Fetch = viewGame) {
    this.#fetch = fetch;
  }

  /** A game that is over, if it is known: others go on. */
  known(id: string): GameView | null {
    return this.#games.get(id) ?? null;
  }

  async game(id: string): Promise<ApiResult<GameView>> {
    const known = this.known(id);
    if (known !== null) return { ok: true, value: known };
    const result = await this.#fetch(id);
    if (result.ok && result.value.state.status.type === 'over') this.#keep(result.value);
    return result;
  }

  #keep(view: GameView): void {
    this.#games.set(view.id, view);
    const oldest = this.#games.keys().next();
    if (this.#games.size > MAX_GAMES && oldest.done === false) this.#games.delete(oldest.value);
  }
}
