/** Requests about ratings. */
import type { MemberRatings } from '../wire/MemberRatings';
import { request, type ApiResult } from './request';

/** The ratings of all members who have played rated games, with their history. */
export function listRatings(): Promise<ApiResult<MemberRatings[]>> {
  return request('/api/ratings');
}
