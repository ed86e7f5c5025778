/** Positions that belong to no game: what may be played there, and what they are worth. */
import type { PositionView } from '../wire/PositionView';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { Variation } from '../wire/Variation';
import { ask, type Answer } from './request';

export function viewPosition(variation: Variation): Promise<Answer<PositionView>> {
  return ask('/api/positions', { json: variation });
}

/** What a position is worth, looked at as closely as those of a review. */
export function judgePosition(variation: Variation): Promise<Answer<ReviewedPosition>> {
  return ask('/api/positions/evaluation', { json: variation });
}
