/** The query of the library in the address, so that it survives going back and reloading. */
import type { LibraryQuery } from '../wire/LibraryQuery';
import type { LibraryStatus } from '../wire/LibraryStatus';
import type { Winner } from '../wire/Winner';
import { FIRST_QUERY, MAX_SEARCH_LENGTH, SORT_COLUMNS, sortsLargestFirst } from './query';

const STATUSES: readonly LibraryStatus[] = ['waiting', 'playing', 'adjourned', 'over'];
const WINNERS: readonly Winner[] = ['white', 'black', 'draw'];

/** The address of a query. What is as on the first visit is left out. */
export function libraryPath(query: LibraryQuery): string {
  const params = new URLSearchParams();
  if (query.search !== null) params.set('search', query.search);
  if (query.status !== null) params.set('status', query.status);
  if (query.winner !== null) params.set('winner', query.winner);
  if (query.mine) params.set('list', 'mine');
  if (query.removed) params.set('list', 'deleted');
  if (query.sort !== FIRST_QUERY.sort) params.set('sort', query.sort);
  if (query.descending !== sortsLargestFirst(query.sort)) params.set('order', orderOf(query));
  const text = params.toString();
  return text === '' ? '/library' : `/library?${text}`;
}

function orderOf({ descending }: LibraryQuery): 'descending' | 'ascending' {
  return descending ? 'descending' : 'ascending';
}

/** The query of an address. Values that mean nothing are passed over. */
export function queryOf(search: string): LibraryQuery {
  const params = new URLSearchParams(search);
  const known = <T extends string>(name: string, values: readonly T[]): T | null =>
    values.find((value) => value === params.get(name)) ?? null;
  const sort = known('sort', SORT_COLUMNS) ?? FIRST_QUERY.sort;
  const order = known('order', ['descending', 'ascending']);
  return {
    ...FIRST_QUERY,
    search: params.get('search')?.trim().slice(0, MAX_SEARCH_LENGTH) || null,
    status: known('status', STATUSES),
    winner: known('winner', WINNERS),
    mine: params.get('list') === 'mine',
    removed: params.get('list') === 'deleted',
    sort,
    descending: order === null ? sortsLargestFirst(sort) : order === 'descending',
  };
}
