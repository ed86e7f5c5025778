/** What the library shows: the query behind the table, and the rows that are marked. */
import type { LibraryColumn } from '../wire/LibraryColumn';
import type { LibraryQuery } from '../wire/LibraryQuery';

/** Rows on one page of the table. */
export const PAGE = 25;
/** The longest text that the server looks for. */
export const LONGEST_SEARCH = 64;
/** The most that can be imported at once. */
export const LARGEST_IMPORT = 1 << 20;

export const COLUMNS: readonly LibraryColumn[] = [
  'id',
  'white',
  'black',
  'winner',
  'moves',
  'last_played',
  'status',
];

export const FIRST_QUERY: LibraryQuery = {
  search: null,
  status: null,
  winner: null,
  mine: false,
  removed: false,
  sort: 'last_played',
  descending: true,
  offset: 0,
  limit: PAGE,
};

/** Orders by a column; the same column again turns the order around. */
export function sortedBy(query: LibraryQuery, column: LibraryColumn): LibraryQuery {
  const again = query.sort === column;
  // Numbers and dates are asked for from the top, names from A.
  const largestFirst = column === 'last_played' || column === 'moves';
  return {
    ...query,
    sort: column,
    descending: again ? !query.descending : largestFirst,
    offset: 0,
  };
}

/** Another filter begins at the first page. */
export function filtered(
  query: LibraryQuery,
  change: Partial<Pick<LibraryQuery, 'search' | 'status' | 'winner' | 'mine' | 'removed'>>,
): LibraryQuery {
  return { ...query, ...change, offset: 0 };
}

/** True when something is looked for, and not simply everything. */
export function isNarrowed(query: LibraryQuery): boolean {
  return query.search !== null || query.status !== null || query.winner !== null;
}

/** The page before or after this one, within what there is. */
export function turned(query: LibraryQuery, pages: number, total: number): LibraryQuery {
  const lastPage = Math.max(0, Math.ceil(total / PAGE) - 1);
  const page = Math.min(lastPage, Math.max(0, Math.floor(query.offset / PAGE) + pages));
  return { ...query, offset: page * PAGE };
}

/** Marks a row, or takes the mark away. */
export function toggled(marked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(marked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Marks all rows of a page, or none when all were marked. */
export function toggledAll(
  marked: ReadonlySet<string>,
  ids: readonly string[],
): ReadonlySet<string> {
  const all = ids.length > 0 && ids.every((id) => marked.has(id));
  return all
    ? new Set([...marked].filter((id) => !ids.includes(id)))
    : new Set([...marked, ...ids]);
}
