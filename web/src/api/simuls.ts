/** Requests about simuls. */
import { randomId } from '../study/random';
import type { NewSimul } from '../wire/NewSimul';
import type { OwnSimul } from '../wire/OwnSimul';
import type { SimulCreated } from '../wire/SimulCreated';
import type { SimulView } from '../wire/SimulView';
import { request, type ApiResult } from './request';

const at = (id: string, rest = ''): string => `/api/simuls/${encodeURIComponent(id)}${rest}`;

export const eventsPath = (id: string): string => at(id, '/events');
export const pgnPath = (id: string): string => at(id, '/pgn');

export function createSimul(simul: Omit<NewSimul, 'request'>): Promise<ApiResult<SimulCreated>> {
  return request('/api/simuls', { json: { request: randomId(), ...simul } });
}

export function readSimul(id: string): Promise<ApiResult<SimulView>> {
  return request(at(id));
}

export function callOffSimul(id: string): Promise<ApiResult<void>> {
  return request(at(id, '/call-off'), { method: 'POST' });
}

export function endSimul(id: string): Promise<ApiResult<void>> {
  return request(at(id, '/end'), { method: 'POST' });
}

export function ownSimuls(): Promise<ApiResult<OwnSimul[]>> {
  return request('/api/simuls/own');
}
