/** The query behind the table of the library. */
import type { LibraryColumn } from '../wire/LibraryColumn';
import type { LibraryQuery } from '../wire/LibraryQuery';

/** Games that one request fetches. */
export const PAGE = 100;
/**
 * The most rows of the table. It has the height of all its rows, which browsers limit, and the server
 * passes over no more games than these at once.
 */
export const MAX_ROWS = 100_000;
/** The most games that are exported by their ids. */
export const MAX_EXPORT = 1000;
/** The longest search text that can be typed. */
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
  'id',
];

/** Numbers and dates are sorted from the largest at first, names from A. */
const LARGEST_FIRST: ReadonlySet<LibraryColumn> = new Set([
  'last_played',
  'date',
  'moves',
  'white_rating',
  'black_rating',
]);

/** Whether a column is sorted from the largest at first. */
export function sortsLargestFirst(column: LibraryColumn): boolean {
  return LARGEST_FIRST.has(column);
}

export const FIRST_QUERY: LibraryQuery = {
  search: null,
  ids: null,
  status: null,
  winner: null,
  mine: false,
  removed: false,
  sort: 'last_played',
  descending: true,
  after: null,
  before: null,
  skip: 0,
  limit: PAGE,
};

/** Sorts by a column; the same column again reverses the order. */
export function sortedBy(query: LibraryQuery, column: LibraryColumn): LibraryQuery {
  const again = query.sort === column;
  const descending = again ? !query.descending : sortsLargestFirst(column);
  return { ...query, sort: column, descending };
}

/** The same order of other games. */
export function filtered(
  query: LibraryQuery,
  change: Partial<Pick<LibraryQuery, 'search' | 'status' | 'winner' | 'mine' | 'removed'>>,
): LibraryQuery {
  return { ...query, ...change };
}

/** Whether the query has a filter. */
export function isFiltered(query: LibraryQuery): boolean {
  return query.search !== null || query.status !== null || query.winner !== null;
}

/** Without the search text and the filters. */
export function unfiltered(query: LibraryQuery): LibraryQuery {
  return filtered(query, { search: null, status: null, winner: null });
}

/** Whether two queries find the same games, in whatever order. */
export function findsSame(a: LibraryQuery, b: LibraryQuery): boolean {
  const names = ['search', 'status', 'winner', 'mine', 'removed'] as const;
  return names.every((name) => a[name] === b[name]);
}
