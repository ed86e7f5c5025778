/**
 * The graph of a rating. Both axes go from 0 to 100; y has 0 on top, as SVG wants it. The time is on
 * the x axis, so that a pause is seen as one.
 */
import type { RatingPoint } from '../wire/RatingPoint';
import { marginOf } from './list';

/** The steps that lines of a scale may be apart. */
const STEPS = [25, 50, 100, 200, 250, 500, 1000];
const MOST_LINES = 5;
/** The least that the scale covers: a rating that hardly moves looks as if it hardly moved. */
const LEAST_RANGE = 100;

export interface Dot {
  readonly x: number;
  readonly y: number;
}

export interface RatingGraph {
  /** The ratings, one for each day with games. */
  readonly dots: readonly Dot[];
  /** The line through the dots, and the area of the uncertainty around it, as SVG paths. */
  readonly line: string;
  readonly band: string;
  /** The lines of the scale. */
  readonly scale: readonly { readonly rating: number; readonly y: number }[];
}

/** The graph of a history with at least one point. */
export function graphOf(points: readonly RatingPoint[]): RatingGraph {
  const [low, high] = rangeOf(points);
  const y = (rating: number): number => rounded((100 * (high - rating)) / (high - low));
  const first = points[0]?.day_ms ?? 0;
  const span = (points.at(-1)?.day_ms ?? 0) - first;
  const x = ({ day_ms }: RatingPoint): number =>
    span === 0 ? 50 : rounded((100 * (day_ms - first)) / span);
  const dots = points.map((point) => ({ x: x(point), y: y(point.rating) }));
  const upper = points.map((point) => `${x(point)} ${y(point.rating + marginOf(point))}`);
  const lower = points.map((point) => `${x(point)} ${y(point.rating - marginOf(point))}`);
  return {
    dots,
    line: pathOf(dots.map((dot) => `${dot.x} ${dot.y}`)),
    band: `${pathOf([...upper, ...lower.reverse()])}Z`,
    scale: scaleOf(low, high).map((rating) => ({ rating, y: y(rating) })),
  };
}

const pathOf = (corners: readonly string[]): string => `M${corners.join('L')}`;

/** The ratings that the graph covers: all of them with their uncertainty. */
function rangeOf(points: readonly RatingPoint[]): [number, number] {
  const low = Math.min(...points.map((point) => point.rating - marginOf(point)));
  const high = Math.max(...points.map((point) => point.rating + marginOf(point)));
  const missing = Math.max(0, LEAST_RANGE - (high - low)) / 2;
  return [low - missing, high + missing];
}

/** Round numbers within a range, a few of them. */
function scaleOf(low: number, high: number): number[] {
  const fits = (step: number): boolean => (high - low) / step <= MOST_LINES;
  const step = STEPS.find(fits) ?? STEPS.at(-1) ?? 1;
  const lines: number[] = [];
  for (let line = Math.ceil(low / step) * step; line <= high; line += step) lines.push(line);
  return lines;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
