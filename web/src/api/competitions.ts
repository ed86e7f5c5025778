/** Requests about competitions. */
import { randomId } from '../study/random';
import type { CompetitionCommand } from '../wire/CompetitionCommand';
import type { CompetitionCreated } from '../wire/CompetitionCreated';
import type { CompetitionHistory } from '../wire/CompetitionHistory';
import type { CompetitionSettings } from '../wire/CompetitionSettings';
import type { CompetitionView } from '../wire/CompetitionView';
import type { OwnPairing } from '../wire/OwnPairing';
import { request, type ApiResult } from './request';

/** How often a request is sent again that got no answer. */
const RETRIES = 2;
const RETRY_MS = 700;

const at = (id: string, rest = ''): string => `/api/competitions/${encodeURIComponent(id)}${rest}`;

export const eventsPath = (id: string): string => at(id, '/events');
export const pgnPath = (id: string): string => at(id, '/pgn');
export const trfPath = (id: string): string => at(id, '/trf');

export function createCompetition(
  settings: CompetitionSettings,
): Promise<ApiResult<CompetitionCreated>> {
  return sendOnce('/api/competitions', { settings });
}

export function readCompetition(id: string): Promise<ApiResult<CompetitionView>> {
  return request(at(id));
}

export function readHistory(id: string): Promise<ApiResult<CompetitionHistory>> {
  return request(at(id, '/history'));
}

/** Carries out a command. Returns the competition after it. */
export function sendCommand(
  id: string,
  command: CompetitionCommand,
): Promise<ApiResult<CompetitionView>> {
  return sendOnce(at(id, '/commands'), { command });
}

export function ownPairings(): Promise<ApiResult<OwnPairing[]>> {
  return request('/api/pairings');
}

/**
 * Sends a request under an id of its own. Without an answer it is sent again; the server carries it
 * out once.
 */
async function sendOnce<T>(path: string, body: object): Promise<ApiResult<T>> {
  const json = { request: randomId(), ...body };
  let result = await request<T>(path, { json });
  for (let retry = 0; retry < RETRIES && isUnanswered(result); retry += 1) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    result = await request<T>(path, { json });
  }
  return result;
}

function isUnanswered(result: ApiResult<unknown>): boolean {
  return !result.ok && (result.error.code === 'unreachable' || result.error.code === 'unconfirmed');
}
