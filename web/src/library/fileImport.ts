/** Files that are being imported: the progress of each, and the totals of all. */
import type { UploadOutcome } from '../api/imports';
import type { ApiError } from '../api/request';
import type { ImportError } from '../wire/ImportError';

/** The files that can be chosen. */
export const ACCEPTED = '.pgn,.gz,.zst,.zip,.json,.fen,.txt';

/**
 * About how many bytes are in flight between the browser and the parser of the server, in the
 * network and in memory. So many fewer have been read than were sent.
 */
const IN_FLIGHT_BYTES = 4 << 20;

export interface FileImport {
  /** None for text that was pasted. */
  readonly name: string | null;
  readonly size: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'canceled';
  /** How many bytes the server has read, as far as that is known. */
  readonly bytes: number;
  /** How many games it has seen. */
  readonly games: number;
  readonly totals: Totals;
  readonly errorCount: number;
  readonly errors: readonly ImportError[];
  /** Why it was rejected or ended early. */
  readonly error: ApiError | null;
}

/** How many games had which outcome. */
export interface Totals {
  readonly added: number;
  readonly duplicates: number;
  readonly restored: number;
  readonly unreadable: number;
}

const NOTHING: Totals = { added: 0, duplicates: 0, restored: 0, unreadable: 0 };

/** A file that waits for its turn. */
export function queued(name: string | null, size: number): FileImport {
  const begun = { state: 'waiting', bytes: 0, games: 0, totals: NOTHING } as const;
  return { ...begun, name, size, errorCount: 0, errors: [], error: null };
}

/** So many bytes were sent; what was sent last is not read yet. */
export function withSent(file: FileImport, sent: number): FileImport {
  return { ...file, bytes: Math.max(file.bytes, Math.min(sent, file.size) - IN_FLIGHT_BYTES) };
}

/** So many bytes and games were read by the server. */
export function withProgress(file: FileImport, bytes: number, games: number): FileImport {
  const read = Math.min(Math.max(file.bytes, bytes), file.size);
  return { ...file, bytes: read, games: Math.max(file.games, games) };
}

/** The outcome; `added` is the number of games that a canceled import has added, if known. */
export function finished(
  file: FileImport,
  outcome: UploadOutcome,
  added: number | null,
): FileImport {
  if (outcome.type === 'failed') return { ...file, state: 'failed', error: outcome.error };
  if (outcome.type === 'canceled') {
    return { ...file, state: 'canceled', totals: { ...NOTHING, added: added ?? file.games } };
  }
  const { games, fatal: error, error_count: errorCount, errors, ...rest } = outcome.report;
  const { added: imported, duplicates, restored, unreadable } = rest;
  const totals = { added: imported, duplicates, restored, unreadable };
  const state = games === 0 && error !== null ? 'failed' : 'done';
  return { ...file, state, games, totals, errorCount, errors, error };
}

/** How much of a file is done, in percent; `null` while that is unknown. */
export function percentOf(file: FileImport): number | null {
  if (file.state === 'done') return 100;
  if (file.bytes <= 0 || file.size === 0) return null;
  // 100 % is for what is over.
  return Math.min(99, Math.floor((100 * file.bytes) / file.size));
}

export function isRunning(files: readonly FileImport[]): boolean {
  return files.some(({ state }) => state === 'running' || state === 'waiting');
}

/** The totals of all files. */
export function totalsOf(files: readonly FileImport[]): Totals {
  const sum = (name: keyof Totals): number =>
    files.reduce((total, { totals }) => total + totals[name], 0);
  return {
    added: sum('added'),
    duplicates: sum('duplicates'),
    restored: sum('restored'),
    unreadable: sum('unreadable'),
  };
}

/** Whether no game was read at all. */
export function nothingImported(files: readonly FileImport[]): boolean {
  return files.length > 0 && files.every(({ state, games }) => state === 'failed' && games === 0);
}
