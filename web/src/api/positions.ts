/** Requests about positions outside of games: legal moves and evaluations. */
import type { PositionView } from '../wire/PositionView';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { PositionPath } from '../wire/PositionPath';
import { request, type ApiResult } from './request';

export function viewPosition(variation: PositionPath): Promise<ApiResult<PositionView>> {
  return request('/api/positions', { json: variation });
}

/** The evaluation of a position, as thorough as in a review. */
export function evaluatePosition(variation: PositionPath): Promise<ApiResult<ReviewedPosition>> {
  return request('/api/positions/evaluation', { json: variation });
}
