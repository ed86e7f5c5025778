/** Guests, typed one per line as `name, rating`. */
import type { NewEntrant } from '../wire/NewEntrant';

const MAX_RATING = 4000;

export type GuestError =
  | { readonly type: 'rating'; readonly line: string }
  | { readonly type: 'twice'; readonly name: string };

/** The guests of a text, or the first thing that is wrong with it. Empty lines do not count. */
export function parseGuests(text: string): readonly NewEntrant[] | GuestError {
  const guests: NewEntrant[] = [];
  for (const line of text.split('\n').map((line) => line.trim())) {
    if (line === '') continue;
    const guest = parseGuest(line);
    if (guest === null) return { type: 'rating', line };
    if (guests.some(({ name }) => isSameName(name, guest.name))) {
      return { type: 'twice', name: guest.name };
    }
    guests.push(guest);
  }
  return guests;
}

/** A line; `null` if what follows the name is no rating. Spreadsheets separate by tabs. */
function parseGuest(line: string): NewEntrant | null {
  const [name = '', rating = '', ...rest] = line.split(/[,;\t]/).map((part) => part.trim());
  if (name === '' || rest.some((part) => part !== '')) return null;
  if (rating === '') return { name, group: null, rating: null };
  const value = Number(rating);
  const isRating = /^\d+$/.test(rating) && value >= 1 && value <= MAX_RATING;
  return isRating ? { name, group: null, rating: value } : null;
}

export function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
