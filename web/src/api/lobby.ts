/** Requests about the lobby. */
import { randomId } from '../study/random';
import type { GameStarted } from '../wire/GameStarted';
import type { GamesStarted } from '../wire/GamesStarted';
import type { NewChallenge } from '../wire/NewChallenge';
import type { NewSeek } from '../wire/NewSeek';
import type { OfferMade } from '../wire/OfferMade';
import type { SeatPairs } from '../wire/SeatPairs';
import { request, type ApiResult } from './request';

/** How often a request is sent again that got no answer, and after what time. */
const RETRIES = 2;
const RETRY_MS = 700;

/** The page in this window, by which the server knows which one goes to the board. */
const page = randomId();

const at = (kind: 'challenges' | 'seeks', id: string, rest = ''): string =>
  `/api/lobby/${kind}/${encodeURIComponent(id)}${rest}`;

export const lobbyEventsPath = `/api/lobby/events?page=${page}`;

type Asked<T> = Omit<T, 'request' | 'page'>;

export function sendChallenge(challenge: Asked<NewChallenge>): Promise<ApiResult<OfferMade>> {
  return post('/api/lobby/challenges', { request: randomId(), page, ...challenge });
}

export function acceptChallenge(id: string): Promise<ApiResult<GameStarted>> {
  return post(at('challenges', id, '/accept'), { page });
}

export function declineChallenge(id: string): Promise<ApiResult<void>> {
  return post(at('challenges', id, '/decline'), {});
}

export function cancelChallenge(id: string): Promise<ApiResult<void>> {
  return request(at('challenges', id), { method: 'DELETE' });
}

export function createSeek(seek: Asked<NewSeek>): Promise<ApiResult<OfferMade>> {
  return post('/api/lobby/seeks', { request: randomId(), page, ...seek });
}

export function joinSeek(id: string): Promise<ApiResult<GameStarted>> {
  return post(at('seeks', id, '/join'), { page });
}

export function cancelSeek(id: string): Promise<ApiResult<void>> {
  return request(at('seeks', id), { method: 'DELETE' });
}

export function seatPairs(pairs: Asked<SeatPairs>): Promise<ApiResult<GamesStarted>> {
  return post('/api/lobby/seats', { request: randomId(), ...pairs });
}

/** Sends a request again that got no answer. The server carries it out once. */
async function post<T>(path: string, json: object): Promise<ApiResult<T>> {
  let result = await request<T>(path, { json });
  for (let retry = 0; retry < RETRIES && isUnanswered(result); retry += 1) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    result = await request<T>(path, { json });
  }
  return result;
}

function isUnanswered(result: ApiResult<unknown>): boolean {
  return !result.ok && result.error.code === 'unreachable';
}
