/**
 * The games that a query finds, of which only the pages that somebody looks at are fetched. Rows are
 * known by their index in the list; one that is not there yet is `undefined`.
 */
import { listGames } from '../api/library';
import type { ApiError } from '../api/request';
import type { LibraryQuery } from '../wire/LibraryQuery';
import type { LibraryRow } from '../wire/LibraryRow';
import { PAGE } from './query';
import type { Range } from './viewport';

type Pages = ReadonlyMap<number, readonly LibraryRow[]>;

/** The pages that have the rows of a range. */
export function pagesOf({ first, end }: Range): number[] {
  if (end <= first) return [];
  const page = Math.floor(first / PAGE);
  return Array.from({ length: Math.ceil(end / PAGE) - page }, (_, index) => page + index);
}

export class GameList {
  /** How many games were found; `null` until the server has answered. */
  total = $state.raw<number | null>(null);
  /** Whether the rows shown are outdated. */
  busy = $state(true);
  error = $state.raw<ApiError | null>(null);
  #pages = $state.raw<Pages>(new Map());
  #pending = new Set<number>();
  #query: LibraryQuery | null = null;
  /** Counts the queries, to ignore the results of outdated ones. */
  #turn = 0;

  row(index: number): LibraryRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Shows another query, or the same again. The old rows stay until the new ones are there. */
  async show(query: LibraryQuery, range: Range): Promise<void> {
    this.#turn += 1;
    this.#query = query;
    this.#pending.clear();
    this.busy = true;
    const fresh = new Map<number, readonly LibraryRow[]>();
    for (const page of pagesOf({ ...range, end: Math.max(range.end, range.first + 1) })) {
      if (!(await this.#fetch(page, this.#turn, fresh))) return;
    }
    this.#pages = fresh;
    this.busy = false;
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
      if (turn !== this.#turn || !this.#pages.has(page)) return null;
    }
    const rows = Array.from({ length: end - first }, (_, index) => this.row(first + index));
    return rows.flatMap((row) => row?.id ?? []);
  }

  async #add(page: number): Promise<void> {
    if (this.busy) return;
    this.#pending.add(page);
    const known = this.total;
    const fresh = new Map<number, readonly LibraryRow[]>();
    const isCurrent = await this.#fetch(page, this.#turn, fresh);
    this.#pending.delete(page);
    // Where games came or went meanwhile, the indexes of all others have changed.
    if (isCurrent) this.#pages = known === this.total ? new Map([...this.#pages, ...fresh]) : fresh;
  }

  /** Fetches a page; false if it failed or the query is outdated. */
  async #fetch(
    page: number,
    turn: number,
    into: Map<number, readonly LibraryRow[]>,
  ): Promise<boolean> {
    if (this.#query === null) return false;
    const result = await listGames({ ...this.#query, offset: page * PAGE, limit: PAGE });
    if (turn !== this.#turn) return false;
    this.error = result.ok ? null : result.error;
    if (!result.ok) return (this.busy = false);
    this.total = result.value.total;
    into.set(page, result.value.rows);
    return true;
  }
}
