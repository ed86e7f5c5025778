/** The names of openings, fetched when a page first asks for them. */
import type { Found } from './openings/theory';
import type { Settings } from './settings/settings';
import type { NotatedMove } from './wire/NotatedMove';

type Known = typeof import('./openings/known');

class Openings {
  #known = $state.raw<Known | null>(null);
  #loading: Promise<void> | null = null;

  /** Fetches them once. A page that cannot get them goes without, and may ask again. */
  load(): Promise<void> {
    this.#loading ??= import('./openings/known').then(
      (known) => {
        this.#known = known;
      },
      () => {
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  /** The opening of a game; `null` until the names are loaded. */
  of(startFen: string, moves: readonly NotatedMove[]): Found | null {
    return this.#known?.find(startFen, moves) ?? null;
  }

  /** The name in a language; English until the names are loaded. */
  name(english: string, language: Settings['language']): string {
    return this.#known?.localName(english, language) ?? english;
  }
}

export const openings = new Openings();
