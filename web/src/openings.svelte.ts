/** The names of openings, fetched when a page first asks for them. */
import type { find } from './openings/known';
import type { Found } from './openings/theory';
import type { PlayedMove } from './wire/PlayedMove';

class Openings {
  #find = $state.raw<typeof find | null>(null);
  #loading: Promise<void> | null = null;

  /** Fetches them once. A page that cannot get them goes without, and may ask again. */
  load(): Promise<void> {
    this.#loading ??= import('./openings/known').then(
      (known) => {
        this.#find = known.find;
      },
      () => {
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  /** The opening of a game; none as long as the names are not there. */
  of(startFen: string, moves: readonly PlayedMove[]): Found | null {
    return this.#find?.(startFen, moves) ?? null;
  }
}

export const openings = new Openings();
