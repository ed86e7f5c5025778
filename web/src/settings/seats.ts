/** The secrets of this browser's seats, by game id. */
import { text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

/** How many seats are stored; the oldest are dropped. */
const MAX_SEATS = 400;
const MAX_SECRET_LENGTH = 64;

type Seats = Readonly<Record<string, string>>;

function seatsField(value: unknown): Seats {
  if (typeof value !== 'object' || value === null) return {};
  const secret = text(MAX_SECRET_LENGTH);
  const entries = Object.entries(value).map(([game, kept]) => [game, secret(kept)] as const);
  return Object.fromEntries(entries.filter(([, kept]) => kept !== ''));
}

/** The secret for a game; `null` for spectators. */
export function seatSecret(storage: BrowserStorage, game: string): string | null {
  const seats = loadValue(storage, 'seats', seatsField);
  return Object.hasOwn(seats, game) ? (seats[game] ?? null) : null;
}

/** The games that are played in this browser. */
export function seatedGames(storage: BrowserStorage): ReadonlySet<string> {
  return new Set(Object.keys(loadValue(storage, 'seats', seatsField)));
}

export function saveSeat(storage: BrowserStorage, game: string, secret: string): void {
  const { [game]: _, ...others } = loadValue(storage, 'seats', seatsField);
  const newest = [...Object.entries(others), [game, secret] as const].slice(-MAX_SEATS);
  saveValue(storage, 'seats', Object.fromEntries(newest));
}

export function forgetSeat(storage: BrowserStorage, game: string): void {
  const { [game]: _, ...others } = loadValue(storage, 'seats', seatsField);
  saveValue(storage, 'seats', others);
}
