/**
 * The library page: its query, the games found, the active row and the selection. A session lives on
 * when another page is opened, so that going back finds everything as it was.
 */
import { app } from '../app.svelte';
import { LIBRARY_MESSAGES, type LibraryMessages } from '../i18n/library/messages';
import { libraryPath, queryOf } from '../library/address';
import { GameList } from '../library/gameList.svelte';
import { findsSame, MAX_EXPORT } from '../library/query';
import { placeOf, type Place } from '../library/place';
import { localizedQuery } from '../library/search';
import { EVERYTHING, NOTHING, toggled, withIds, type Selection } from '../library/selection';
import type { Range } from '../library/viewport';
import type { LibraryQuery } from '../wire/LibraryQuery';
import type { LibraryRow } from '../wire/LibraryRow';

/** The texts about the table in the chosen language. */
export function libraryMessages(): LibraryMessages {
  return LIBRARY_MESSAGES[app.settings.language];
}

/** How long to wait after the last change before the browser's history is told. */
const REMEMBER_MS = 150;

export class LibrarySession {
  query = $state.raw<LibraryQuery>(queryOf(''));
  readonly list = new GameList();
  selection = $state.raw<Selection>(NOTHING);
  /** The index of the row that has the focus, or gets it next, and whose details are shown. */
  active = $state(0);
  /** The rows in the window. */
  visible: Range = { first: 0, end: 1 };
  /** How far the page is scrolled. */
  scroll = 0;
  readonly visit: string;
  /** Where a range begins, and what was selected before it. */
  #anchor = 0;
  #base: Selection = NOTHING;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(query: LibraryQuery, place: Place | null) {
    this.query = query;
    this.visit = place?.visit ?? crypto.randomUUID();
    if (place === null) return;
    this.active = this.#anchor = place.active;
    this.scroll = place.scroll;
    this.visible = { first: place.first, end: place.first + 1 };
  }

  get row(): LibraryRow | undefined {
    return this.list.row(this.active);
  }

  /** How many games were found. */
  get total(): number {
    return this.list.total ?? 0;
  }

  /** How many of them the table has. */
  get listed(): number {
    return this.list.listed;
  }

  async load(): Promise<void> {
    await this.list.show(localizedQuery(app.messages, this.query), this.visible);
    // Another query may have been faster.
    if (this.list.total === null) return;
    this.active = Math.max(0, Math.min(this.active, this.listed - 1));
  }

  /** Changes the query and begins at its first game. */
  show(next: LibraryQuery): void {
    const isOther = next.mine !== this.query.mine || next.removed !== this.query.removed;
    if (isOther || (this.selection.all && !findsSame(next, this.query))) this.clear();
    this.query = next;
    this.visible = { first: 0, end: 1 };
    this.activate(0);
  }

  /** Goes to a row, where the next range begins. */
  activate(index: number): void {
    this.active = this.#anchor = index;
    this.#base = this.selection;
    this.remember();
  }

  async toggle(index: number): Promise<void> {
    const row = this.list.row(index);
    if (row === undefined) return;
    // A few games are known by their ids, with which they can be exported.
    if (this.selection.all && this.total <= MAX_EXPORT) {
      const ids = await this.list.ids({ first: 0, end: this.total });
      if (ids !== null) {
        const left = ids.filter((id) => !this.selection.ids.has(id));
        this.selection = withIds(NOTHING, left);
      }
    }
    this.selection = toggled(this.selection, row.id);
    this.activate(index);
  }

  /** Selects the rows from where the range begins up to this one. */
  async extendTo(index: number): Promise<void> {
    this.active = index;
    const [first, last] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
    const ids = await this.list.ids({ first, end: last + 1 });
    // The range may have changed while its games were fetched.
    if (ids === null || this.active !== index) return;
    this.selection = ids.length === this.total ? EVERYTHING : withIds(this.#base, ids);
    this.remember();
  }

  selectAll(): void {
    this.selection = this.#base = EVERYTHING;
  }

  clear(): void {
    this.selection = this.#base = NOTHING;
  }

  /** Remembers the place in the browser's history, after a moment: it may change often. */
  remember(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), REMEMBER_MS);
  }

  /** Puts the session into the address and the history of the page that is shown now. */
  enter(): void {
    this.#save();
  }

  /** Another page is shown. The browser's history is too late now for the latest place. */
  leave(): void {
    clearTimeout(this.#timer);
    left.set(this.visit, this.#place);
  }

  #save(): void {
    app.rewrite(libraryPath(this.query), { library: this.#place });
  }

  get #place(): Place {
    const { visit, scroll, active, visible } = this;
    return { visit, scroll, active, first: visible.first };
  }
}

let latest: LibrarySession | null = null;
/** Where each visit was left since the app was started. */
const left = new Map<string, Place>();

/** The session of the address: the one that was left, one as it was remembered, or a new one. */
export function librarySession(): LibrarySession {
  const place = placeOf(history.state);
  if (place === null || latest?.visit !== place.visit) {
    const known = place === null ? null : (left.get(place.visit) ?? place);
    latest = new LibrarySession(queryOf(location.search), known);
  }
  return latest;
}
