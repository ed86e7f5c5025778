/** The dates of games in the reader's language. */
import type { LibraryRow } from '../wire/LibraryRow';

/** `1972.07.11`, with `?` for what is not known. */
const PGN_DATE = /^(\d{4})[./-](\d{2}|\?\?)[./-](\d{2}|\?\?)$/;
const DAY_MS = 86_400_000;

const DAY = { dateStyle: 'medium' } as const;
const MONTH = { month: 'short', year: 'numeric' } as const;
const MINUTE = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** A formatter takes longer to make than many dates take to format. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(style)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, style);
  formats.set(key, known);
  return known;
}

/** The day of a game: the last one of a game that was played here, or what the file says. */
export function dateText(language: string, row: LibraryRow): string {
  if (!row.imported) return formatOf(language, DAY).format(row.last_played_ms);
  return row.date === null ? '' : pgnDateText(language, row.date);
}

/**
 * When a game was last played, or imported. Servers used to keep the day of an imported game
 * instead, as its midnight, which says neither.
 */
export function lastPlayedText(language: string, { imported, last_played_ms }: LibraryRow): string {
  if (imported && last_played_ms % DAY_MS === 0) return '';
  return formatOf(language, MINUTE).format(last_played_ms);
}

/** A PGN date in a language: the day, or only the month or year where no more is known. */
export function pgnDateText(language: string, date: string): string {
  const [, year, month, day] = PGN_DATE.exec(date) ?? [];
  if (year === undefined || month === undefined || day === undefined) return date;
  if (month === '??') return year;
  const at = utcDay(Number(year), Number(month), day === '??' ? 1 : Number(day));
  if (at === null) return date;
  const style = day === '??' ? MONTH : DAY;
  return formatOf(language, { ...style, timeZone: 'UTC' }).format(at);
}

/** A calendar day; `null` for one like June 31. */
function utcDay(year: number, month: number, day: number): Date | null {
  // Not `Date.UTC`, which takes years below 100 for years of the 20th century.
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at : null;
}
