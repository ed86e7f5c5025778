/** Requests about the external engines of the server. */
import type { EngineList } from '../wire/EngineList';
import { request, type ApiResult } from './request';

export function listEngines(): Promise<ApiResult<EngineList>> {
  return request('/api/engines');
}
