/** The secrets of the seats that were taken in this browser, by the ids of their games. */
import { text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

/** How many games are kept; the oldest are let go. */
const MOST_SEATS = 400;
const LONGEST_SECRET = 64;

type Seats = Readonly<Record<string, string>>;

function seatsField(value: unknown): Seats {
  if (typeof value !== 'object' || value === null) return {};
  const secret = text(LONGEST_SECRET);
  const entries = Object.entries(value).map(([game, kept]) => [game, secret(kept)] as const);
  return Object.fromEntries(entries.filter(([, kept]) => kept !== ''));
}

/** The secret for a game; none for one that is only looked at. */
export function seatSecret(storage: BrowserStorage, game: string): string | null {
  const seats = loadValue(storage, 'seats', seatsField);
  return Object.hasOwn(seats, game) ? (seats[game] ?? null) : null;
}

/** The games in which somebody sits here. */
export function seatedGames(storage: BrowserStorage): ReadonlySet<string> {
  return new Set(Object.keys(loadValue(storage, 'seats', seatsField)));
}

export function saveSeat(storage: BrowserStorage, game: string, secret: string): void {
  const { [game]: _, ...others } = loadValue(storage, 'seats', seatsField);
  const newest = [...Object.entries(others), [game, secret] as const].slice(-MOST_SEATS);
  saveValue(storage, 'seats', Object.fromEntries(newest));
}

export function forgetSeat(storage: BrowserStorage, game: string): void {
  const { [game]: _, ...others } = loadValue(storage, 'seats', seatsField);
  saveValue(storage, 'seats', others);
}
