/** The games of this browser, and those of the member who is logged in. */
import { listGames } from '../api/library';
import type { LibraryRow } from '../wire/LibraryRow';
import type { LibraryStatus } from '../wire/LibraryStatus';

/** How many games of each kind are shown. */
const MAX_SHOWN = 4;
const STATUSES: readonly LibraryStatus[] = ['playing', 'adjourned', 'waiting', 'over'];

export interface OwnGames {
  /** Those that go on, adjourned ones included, the latest first. */
  readonly unfinished: readonly LibraryRow[];
  /** Invitations that nobody has accepted yet, the latest first. */
  readonly waiting: readonly LibraryRow[];
  /** Those that have ended, the latest first. */
  readonly finished: readonly LibraryRow[];
}

export interface Owner {
  /** The games that this browser has a seat in. */
  readonly seats: ReadonlySet<string>;
  readonly isMember: boolean;
}

export const NO_GAMES: OwnGames = { unfinished: [], waiting: [], finished: [] };

/**
 * Fetches them: members find their games on any device, everybody finds those of this browser. The
 * server picks them out, because the newest games of all may be somebody else's. `null` where it does
 * not answer.
 */
export async function fetchOwnGames(
  { seats, isMember }: Owner,
  list: typeof listGames = listGames,
): Promise<OwnGames | null> {
  const owned = [
    ...(isMember ? [{ mine: true }] : []),
    ...(seats.size > 0 ? [{ ids: [...seats].join(',') }] : []),
  ];
  const latest = { sort: 'last_played', descending: true, limit: MAX_SHOWN } as const;
  const found = await Promise.all(
    owned.flatMap((own) => STATUSES.map((status) => list({ ...latest, status, ...own }))),
  );
  const rows = found.flatMap((result) => (result.ok ? [result.value.rows] : []));
  return rows.length < found.length ? null : sortOut(rows.flat());
}

/** These games by kind, each once. */
export function sortOut(rows: readonly LibraryRow[]): OwnGames {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  const sorted = unique.sort((a, b) => b.last_played_ms - a.last_played_ms);
  const of = (...kinds: readonly LibraryStatus[]): readonly LibraryRow[] =>
    sorted.filter(({ status }) => kinds.includes(status)).slice(0, MAX_SHOWN);
  return {
    unfinished: of('playing', 'adjourned'),
    waiting: of('waiting'),
    finished: of('over'),
  };
}
