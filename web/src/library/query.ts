/** The query behind the table of the library, and the selection of rows. */
import type { LibraryColumn } from '../wire/LibraryColumn';
import type { LibraryQuery } from '../wire/LibraryQuery';

/** Rows on one page of the table. */
export const PAGE = 25;
/** The longest search text that the server accepts. */
export const MAX_SEARCH_LENGTH = 64;

/** The columns of the table. */
export const TABLE_COLUMNS = [
  'white',
  'black',
  'winner',
  'event',
  'date',
  'opening',
  'moves',
] as const satisfies readonly LibraryColumn[];

/** The columns that games can be sorted by, in the order of the menu. */
export const SORT_COLUMNS: readonly LibraryColumn[] = [
  'last_played',
  'date',
  'white',
  'black',
  'white_rating',
  'black_rating',
  'winner',
  'event',
  'site',
  'round',
  'opening',
  'moves',
  'status',
];

/** Numbers and dates are sorted from the largest at first, names from A. */
const LARGEST_FIRST: ReadonlySet<LibraryColumn> = new Set([
  'last_played',
  'date',
  'moves',
  'white_rating',
  'black_rating',
]);

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

/** Sorts by a column; the same column again reverses the order. */
export function sortedBy(query: LibraryQuery, column: LibraryColumn): LibraryQuery {
  const again = query.sort === column;
  const descending = again ? !query.descending : LARGEST_FIRST.has(column);
  return { ...query, sort: column, descending, offset: 0 };
}

/** Another filter begins at the first page. */
export function filtered(
  query: LibraryQuery,
  change: Partial<Pick<LibraryQuery, 'search' | 'status' | 'winner' | 'mine' | 'removed'>>,
): LibraryQuery {
  return { ...query, ...change, offset: 0 };
}

/** Whether the query has a filter. */
export function isFiltered(query: LibraryQuery): boolean {
  return query.search !== null || query.status !== null || query.winner !== null;
}

/** The page before or after this one, within what there is. */
export function withPage(query: LibraryQuery, pages: number, total: number): LibraryQuery {
  const lastPage = Math.max(0, Math.ceil(total / PAGE) - 1);
  const page = Math.min(lastPage, Math.max(0, Math.floor(query.offset / PAGE) + pages));
  return { ...query, offset: page * PAGE };
}

/** Selects or deselects a row. */
export function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all rows of a page, or deselects them if all were selected. */
export function toggledAll(
  selected: ReadonlySet<string>,
  ids: readonly string[],
): ReadonlySet<string> {
  const all = ids.length > 0 && ids.every((id) => selected.has(id));
  return all
    ? new Set([...selected].filter((id) => !ids.includes(id)))
    : new Set([...selected, ...ids]);
}
