/** The games of this browser, and those of the member who is logged in. */
import { listGames } from '../api/library';
import type { LibraryRow } from '../wire/LibraryRow';

/** How many games are fetched, and how many of each kind are shown. */
const MAX_FETCHED = 100;
const MAX_SHOWN = 4;

export interface OwnGames {
  /** Those that go on, adjourned ones included, the latest first. */
  readonly unfinished: readonly LibraryRow[];
  /** Those that have ended, the latest first. */
  readonly finished: readonly LibraryRow[];
}

export interface Owner {
  /** The games that this browser has a seat in. */
  readonly seats: ReadonlySet<string>;
  readonly isMember: boolean;
  /** May continue every game, which makes none of them their own. */
  readonly mayTakeAny: boolean;
}

export const NO_GAMES: OwnGames = { unfinished: [], finished: [] };

/** Fetches them: members find their games on any device, everybody finds those of this browser. */
export async function fetchOwnGames(owner: Owner): Promise<OwnGames> {
  if (owner.seats.size === 0 && !owner.isMember) return NO_GAMES;
  const sorted = { sort: 'last_played', descending: true, limit: MAX_FETCHED } as const;
  const mine = owner.isMember ? [{ mine: true }] : [];
  const found = await Promise.all([
    listGames({ ...sorted, status: 'playing' }),
    listGames({ ...sorted, status: 'adjourned' }),
    ...mine.map((own) => listGames({ ...sorted, status: 'adjourned', ...own })),
    listGames({ ...sorted, status: 'over', ...mine[0] }),
  ]);
  return sortOut(
    found.flatMap((result) => (result.ok ? result.value.rows : [])),
    owner,
  );
}

/** Their own games among these, each once. */
export function sortOut(rows: readonly LibraryRow[], owner: Owner): OwnGames {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  const own = unique
    .filter((row) => isOwn(row, owner))
    .sort((a, b) => b.last_played_ms - a.last_played_ms);
  return {
    unfinished: own.filter(({ status }) => status !== 'over').slice(0, MAX_SHOWN),
    finished: own.filter(({ status }) => status === 'over').slice(0, MAX_SHOWN),
  };
}

function isOwn(row: LibraryRow, { seats, isMember, mayTakeAny }: Owner): boolean {
  if (seats.has(row.id)) return true;
  if (row.status === 'over') return isMember && !mayTakeAny;
  return row.status === 'adjourned' && row.can_continue && !mayTakeAny;
}
