/** Requests about the games in the library. */
import type { ExportFormat } from '../wire/ExportFormat';
import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryQuery } from '../wire/LibraryQuery';
import { request, type ApiResult } from './request';

/** A query as URL parameters; empty values are left out. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '' && value !== false) params.set(name, String(value));
  }
  return params.toString();
}

export function listGames(query: Partial<LibraryQuery>): Promise<ApiResult<LibraryPage>> {
  return request(`/api/games?${queryText(query)}`);
}

/** The address of an export: of the games with these ids, or of all that a query finds. */
export function exportAddress(
  format: ExportFormat,
  ids: readonly string[],
  query: LibraryQuery,
): string {
  const { search, status, winner, mine, sort, descending } = query;
  const chosen =
    ids.length > 0 ? { ids: ids.join(',') } : { search, status, winner, mine, sort, descending };
  return `/api/export?${queryText({ format, ...chosen })}`;
}
