/** What can be asked about the games that are kept. */
import type { ExportFormat } from '../wire/ExportFormat';
import type { ImportReport } from '../wire/ImportReport';
import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryQuery } from '../wire/LibraryQuery';
import { ask, type Answer } from './request';

/** The words of a query in an address; what is not said is left out. */
export function queryText(query: Partial<LibraryQuery>): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '' && value !== false) words.set(name, String(value));
  }
  return words.toString();
}

export function listGames(query: Partial<LibraryQuery>): Promise<Answer<LibraryPage>> {
  return ask(`/api/games?${queryText(query)}`);
}

/** Sends PGN, a club file or a FEN. */
export function importGames(text: string): Promise<Answer<ImportReport>> {
  return ask('/api/import', { text });
}

/** Where a selection of games is to be had as a file. */
export function exportAddress(format: ExportFormat, ids: readonly string[]): string {
  const words = new URLSearchParams({ format });
  if (ids.length > 0) words.set('ids', ids.join(','));
  return `/api/export?${words.toString()}`;
}
