/** A review as far as it is loaded. Positions arrive one by one and in any order. */
import type { Judgment } from '../wire/Judgment';
import type { Review } from '../wire/Review';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { ReviewReport } from '../wire/ReviewReport';
import type { ReviewState } from '../wire/ReviewState';

export interface LoadedReview {
  readonly state: ReviewState;
  /** How many positions there are: the start and one after each move. */
  readonly total: number;
  /** Those that are done, by the half-moves before them. */
  readonly positions: ReadonlyMap<number, ReviewedPosition>;
  /** The summary; `null` until all are done. */
  readonly report: ReviewReport | null;
}

export function loadedReviewOf({ state, total, positions, report }: Review): LoadedReview {
  return { state, total, positions: new Map(positions.map((one) => [one.ply, one])), report };
}

export function withPosition(loaded: LoadedReview, position: ReviewedPosition): LoadedReview {
  const positions = new Map(loaded.positions).set(position.ply, position);
  return { ...loaded, positions };
}

/** How much is done, in whole percent. */
export function percentDone({ positions, total }: LoadedReview): number {
  return total === 0 ? 100 : Math.floor((100 * positions.size) / total);
}

/** The judgments of the moves, in the order of the game. */
export function judgmentsOf({ report }: LoadedReview): readonly (Judgment | null)[] {
  return report?.moves.map((move) => move.judgment) ?? [];
}
