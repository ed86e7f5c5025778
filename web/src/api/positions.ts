/** Positions that belong to no game: what may be played there, and what they are worth. */
import type { PositionView } from '../wire/PositionView';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { PositionPath } from '../wire/PositionPath';
import { request, type ApiResult } from './request';

export function viewPosition(variation: PositionPath): Promise<ApiResult<PositionView>> {
  return request('/api/positions', { json: variation });
}

/** What a position is worth, looked at as closely as those of a review. */
export function judgePosition(variation: PositionPath): Promise<ApiResult<ReviewedPosition>> {
  return request('/api/positions/evaluation', { json: variation });
}
