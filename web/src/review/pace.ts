/** How long a review will still take, by the pace at which its positions have come so far. */
import type { Progress } from './progress';

/** When somebody began to watch, in milliseconds of a clock, and how much was done by then. */
export interface Pace {
  readonly since: number;
  readonly done: number;
}

/** The first positions come together, as many as there are engines, and say little about the rest. */
const FEWEST = 4;
const SHORTEST = 1000;
/** Above this many seconds nobody needs to know them exactly. */
const EXACT = 10;
const STEP = 5;

/** The seconds that are left, rounded; `null` before they can be estimated. */
export function secondsLeft(pace: Pace, progress: Progress, now: number): number | null {
  const [done, passed] = [progress.positions.size - pace.done, now - pace.since];
  if (progress.state !== 'running' || done < FEWEST || passed < SHORTEST) return null;
  const left = ((progress.total - progress.positions.size) * passed) / done / 1000;
  return left <= EXACT ? Math.ceil(left) : STEP * Math.ceil(left / STEP);
}
