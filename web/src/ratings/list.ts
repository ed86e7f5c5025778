/** Ratings as lists: one for each kind of clock, the strongest first. */
import type { ClockKind } from '../wire/ClockKind';
import type { KindRatings } from '../wire/KindRatings';
import type { MemberRatings } from '../wire/MemberRatings';
import type { RatingPoint } from '../wire/RatingPoint';

/** The kinds in the order in which they are shown. */
export const KINDS: readonly ClockKind[] = ['classical', 'rapid', 'blitz', 'bullet'];

/** A rating with a larger deviation says little yet. */
const PROVISIONAL_DEVIATION = 110;

/** The latest rating of somebody with a kind of clock. */
export interface Rated {
  readonly name: string;
  readonly rating: number;
  /** The strength is within so much of the rating in 95 % of the cases. */
  readonly margin: number;
  readonly provisional: boolean;
  readonly games: number;
  readonly lastDay: number;
}

/** The kinds that somebody has played. */
export function playedKinds(all: readonly MemberRatings[]): ClockKind[] {
  const played = new Set(all.flatMap(({ kinds }) => kinds.map(({ kind }) => kind)));
  return KINDS.filter((kind) => played.has(kind));
}

/** Everybody with a rating of a kind, the strongest first. */
export function ratedWith(
  kind: ClockKind,
  all: readonly MemberRatings[],
  language: string,
): Rated[] {
  const rated = all.flatMap(({ name, kinds }) => {
    const own = kinds.find((one) => one.kind === kind);
    const latest = own === undefined ? null : latestOf(name, own);
    return latest === null ? [] : [latest];
  });
  const names = new Intl.Collator(language);
  return rated.sort((a, b) => b.rating - a.rating || names.compare(a.name, b.name));
}

/** The latest rating of a history; none of an empty one. */
export function latestOf(name: string, { points }: KindRatings): Rated | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  return {
    name,
    rating: Math.round(last.rating),
    margin: marginOf(last),
    provisional: isProvisional(last),
    games: points.reduce((sum, { games }) => sum + games, 0),
    lastDay: last.day_ms,
  };
}

export const marginOf = ({ deviation }: RatingPoint): number => Math.round(2 * deviation);

export const isProvisional = ({ deviation }: RatingPoint): boolean =>
  deviation > PROVISIONAL_DEVIATION;
