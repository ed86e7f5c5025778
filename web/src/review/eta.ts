/** The estimated time until a review is finished, from its speed so far. */
import type { LoadedReview } from './loadedReview';

/** When the measurement started, in milliseconds, and how many positions were done by then. */
export interface EtaStart {
  readonly since: number;
  readonly done: number;
}

/** The first positions arrive together, one per engine, and say little about the speed. */
const MIN_POSITIONS = 4;
const MIN_ELAPSED_MS = 1000;
/** Longer times are rounded. */
const EXACT_UP_TO_S = 10;
const ROUNDED_TO_S = 5;

/** The seconds that are left, rounded; `null` before they can be estimated. */
export function secondsLeft(start: EtaStart, loaded: LoadedReview, now: number): number | null {
  const [done, elapsed] = [loaded.positions.size - start.done, now - start.since];
  if (loaded.state !== 'running' || done < MIN_POSITIONS || elapsed < MIN_ELAPSED_MS) return null;
  const left = ((loaded.total - loaded.positions.size) * elapsed) / done / 1000;
  return left <= EXACT_UP_TO_S ? Math.ceil(left) : ROUNDED_TO_S * Math.ceil(left / ROUNDED_TO_S);
}
