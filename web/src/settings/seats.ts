/** The secrets of this browser's seats, and the sides that they are on, by game id. */
import type { Side } from '../wire/Side';
import { oneOf, text } from './fields';
import { loadValue, saveValue, type BrowserStorage } from './storage';

/** How many seats are stored; the oldest are dropped. */
const MAX_SEATS = 400;
const MAX_SECRET_LENGTH = 64;

type Seats = Readonly<Record<string, string>>;
/** Stored apart from the secrets: older versions of the app read those too. */
type SeatSides = Readonly<Record<string, Side>>;

function seatsField(value: unknown): Seats {
  if (typeof value !== 'object' || value === null) return {};
  const secret = text(MAX_SECRET_LENGTH);
  const entries = Object.entries(value).map(([game, kept]) => [game, secret(kept)] as const);
  return Object.fromEntries(entries.filter(([, kept]) => kept !== ''));
}

function sidesField(value: unknown): SeatSides {
  if (typeof value !== 'object' || value === null) return {};
  const side = oneOf<Side | 'unknown'>(['white', 'black'], 'unknown');
  const entries = Object.entries(value).flatMap(([game, kept]) => {
    const read = side(kept);
    return read === 'unknown' ? [] : [[game, read] as const];
  });
  return Object.fromEntries(entries);
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

/** The side of this browser's seat in a game; `null` where there is none, or it is not known. */
export function seatSide(storage: BrowserStorage, game: string): Side | null {
  const sides = loadValue(storage, 'sides', sidesField);
  return Object.hasOwn(sides, game) ? (sides[game] ?? null) : null;
}

export function saveSeat(storage: BrowserStorage, game: string, secret: string): void {
  saveValue(storage, 'seats', withNewest(loadValue(storage, 'seats', seatsField), game, secret));
}

/** Remembers on which side a seat is, as the server says. */
export function saveSeatSide(storage: BrowserStorage, game: string, side: Side): void {
  if (seatSide(storage, game) === side) return;
  saveValue(storage, 'sides', withNewest(loadValue(storage, 'sides', sidesField), game, side));
}

export function forgetSeat(storage: BrowserStorage, game: string): void {
  saveValue(storage, 'seats', without(loadValue(storage, 'seats', seatsField), game));
  saveValue(storage, 'sides', without(loadValue(storage, 'sides', sidesField), game));
}

function without<T>(values: Readonly<Record<string, T>>, game: string): Record<string, T> {
  const { [game]: _, ...others } = values;
  return others;
}

/** The values with that of a game as the newest, without the oldest where there are too many. */
function withNewest<T>(
  values: Readonly<Record<string, T>>,
  game: string,
  value: T,
): Record<string, T> {
  const newest = [...Object.entries(without(values, game)), [game, value] as const];
  return Object.fromEntries(newest.slice(-MAX_SEATS));
}
