/** The names of openings, fetched when a page first asks for them. */
import { openingOf, readTheory, type Found, type Theory } from './openings/theory';
import type { PlayedMove } from './wire/PlayedMove';

class Openings {
  #theory = $state.raw<Theory | null>(null);
  #loading: Promise<void> | null = null;

  /** Fetches them once. A page that cannot get them goes without, and may ask again. */
  load(): Promise<void> {
    this.#loading ??= import('virtual:openings').then(
      ({ default: text }) => {
        this.#theory = readTheory(text);
      },
      () => {
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  /** The opening of a game; none as long as the names are not there. */
  of(startFen: string, moves: readonly PlayedMove[]): Found | null {
    return this.#theory === null ? null : openingOf(this.#theory, startFen, moves);
  }
}

export const openings = new Openings();
