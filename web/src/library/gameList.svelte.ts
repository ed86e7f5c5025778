/**
 * The games that a query finds, of which only the pages that somebody looks at are fetched. Rows are
 * known by their index in the list; one that is not there yet is `undefined`.
 */
import { listGames } from '../api/library';
import type { ApiError } from '../api/request';
import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryQuery } from '../wire/LibraryQuery';
import type { LibraryRow } from '../wire/LibraryRow';
import {
  fromTop,
  listedRows,
  pagesOf,
  pageStart,
  withPage,
  type Pages,
  type PageStart,
} from './pages';
import { PAGE } from './query';
import type { Range } from './viewport';

export class GameList {
  /** How many games were found; `null` until the server has answered. */
  total = $state.raw<number | null>(null);
  /** Whether that is an estimate. */
  isEstimate = $state(false);
  /** Whether the rows shown are outdated. */
  busy = $state(true);
  error = $state.raw<ApiError | null>(null);
  #pages = $state.raw<Pages>(new Map());
  #pending = new Set<number>();
  #query: LibraryQuery | null = null;
  /** The query that the rows answer. */
  #answered: LibraryQuery | null = null;
  /** Counts the queries, to ignore the results of outdated ones. */
  #turn = 0;

  /** How many rows the table has. */
  get listed(): number {
    return listedRows(this.#pages, this.total ?? 0, this.isEstimate);
  }

  row(index: number): LibraryRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.rows[index % PAGE];
  }

  /**
   * Shows another query, or the same again. The old rows stay until the new ones are there; if those
   * cannot be fetched, rows that answer another query go.
   */
  async show(query: LibraryQuery, range: Range): Promise<void> {
    this.#turn += 1;
    this.#query = query;
    this.#pending.clear();
    this.busy = true;
    let fresh: Pages = new Map();
    for (const page of pagesOf({ ...range, end: Math.max(range.end, range.first + 1) })) {
      const more = await this.#fetch(page, this.#turn, fresh);
      if (more === null) return this.#dropOutdated(query);
      fresh = more;
    }
    this.#pages = fresh;
    this.#answered = query;
    this.busy = false;
  }

  /** Nobody should take the rows of another query for the answer to the one that failed. */
  #dropOutdated(query: LibraryQuery): void {
    const isLatest = this.#query === query;
    if (!isLatest || JSON.stringify(query) === JSON.stringify(this.#answered)) return;
    this.#pages = new Map();
    this.#answered = null;
    this.total = null;
  }

  /** Fetches the pages of a range that are missing. */
  need(range: Range): void {
    for (const page of pagesOf(range)) {
      if (!this.#pages.has(page) && !this.#pending.has(page)) void this.#add(page);
    }
  }

  /** The ids of the rows of a range, fetched where they are missing; `null` when that fails. */
  async ids({ first, end }: Range): Promise<string[] | null> {
    const turn = this.#turn;
    for (const page of pagesOf({ first, end })) {
      if (!this.#pages.has(page)) await this.#add(page);
      const fetched = this.#pages.get(page);
      if (turn !== this.#turn || fetched === undefined) return null;
      // An estimated number of games may be too high.
      if (fetched.rows.length < PAGE) break;
    }
    const rows = Array.from({ length: end - first }, (_, index) => this.row(first + index));
    return rows.flatMap((row) => row?.id ?? []);
  }

  async #add(page: number): Promise<void> {
    if (this.busy) return;
    this.#pending.add(page);
    const pages = await this.#fetch(page, this.#turn, this.#pages);
    this.#pending.delete(page);
    if (pages !== null) this.#pages = pages;
  }

  /** The known pages with another one; `null` if it failed or the query is outdated. */
  async #fetch(page: number, turn: number, known: Pages): Promise<Pages | null> {
    let start = pageStart(page, known);
    let fetched = await this.#list(start, turn);
    // Games above have gone, so that the page would begin too early.
    if (fetched !== null && start.before !== null && fetched.rows.length < PAGE) {
      start = fromTop(page);
      fetched = await this.#list(start, turn);
    }
    if (fetched === null) return null;
    const isSame = known.size === 0 || this.total === fetched.total;
    this.total = fetched.total;
    this.isEstimate = fetched.is_estimate;
    return withPage(known, page, fetched, start, isSame);
  }

  async #list(start: PageStart, turn: number): Promise<LibraryPage | null> {
    if (this.#query === null) return null;
    const result = await listGames({ ...this.#query, ...start, limit: PAGE });
    if (turn !== this.#turn) return null;
    this.error = result.ok ? null : result.error;
    if (result.ok) return result.value;
    this.busy = false;
    return null;
  }
}
