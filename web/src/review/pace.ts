/** The estimated time until a review is finished, from its speed so far. */
import type { Progress } from './progress';

/** When the measurement started, in milliseconds, and how many positions were done by then. */
export interface Pace {
  readonly since: number;
  readonly done: number;
}

/** The first positions arrive together, one per engine, and say little about the speed. */
const FEWEST = 4;
const SHORTEST = 1000;
/** Longer times are rounded. */
const EXACT = 10;
const STEP = 5;

/** The seconds that are left, rounded; `null` before they can be estimated. */
export function secondsLeft(pace: Pace, progress: Progress, now: number): number | null {
  const [done, passed] = [progress.positions.size - pace.done, now - pace.since];
  if (progress.state !== 'running' || done < FEWEST || passed < SHORTEST) return null;
  const left = ((progress.total - progress.positions.size) * passed) / done / 1000;
  return left <= EXACT ? Math.ceil(left) : STEP * Math.ceil(left / STEP);
}
