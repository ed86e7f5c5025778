/** Requests about demonstration boards. */
import { randomId } from '../study/random';
import type { DemonstrationCommand } from '../wire/DemonstrationCommand';
import type { DemonstrationCreated } from '../wire/DemonstrationCreated';
import type { DemonstrationUpdate } from '../wire/DemonstrationUpdate';
import type { DemonstrationView } from '../wire/DemonstrationView';
import type { NewDemonstration } from '../wire/NewDemonstration';
import { request, type ApiResult } from './request';

const at = (id: string, rest = ''): string =>
  `/api/demonstrations/${encodeURIComponent(id)}${rest}`;

export const eventsPath = (id: string): string => at(id, '/events');

export function startDemonstration(
  board: Omit<NewDemonstration, 'request'>,
): Promise<ApiResult<DemonstrationCreated>> {
  return request('/api/demonstrations', { json: { request: randomId(), ...board } });
}

export function readDemonstration(id: string): Promise<ApiResult<DemonstrationView>> {
  return request(at(id));
}

/** Carries out a command that builds on a version. Returns the change. */
export function commandDemonstration(
  id: string,
  base: number,
  command: DemonstrationCommand,
): Promise<ApiResult<DemonstrationUpdate>> {
  return request(at(id, '/commands'), { json: { base, command } });
}

export function endDemonstration(id: string): Promise<ApiResult<void>> {
  return request(at(id), { method: 'DELETE' });
}
