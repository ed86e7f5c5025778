/** Requests about a single game. */
import type { Evaluation } from '../wire/Evaluation';
import type { GameCreated } from '../wire/GameCreated';
import type { GameView } from '../wire/GameView';
import type { Hint } from '../wire/Hint';
import type { JoinGame } from '../wire/JoinGame';
import type { NewGame } from '../wire/NewGame';
import { request, requestText, type ApiResult } from './request';

const at = (id: string, rest = ''): string => `/api/games/${encodeURIComponent(id)}${rest}`;

export function createGame(game: NewGame): Promise<ApiResult<GameCreated>> {
  return request('/api/games', { json: game });
}

export function joinGame(id: string, join: JoinGame): Promise<ApiResult<GameCreated>> {
  return request(at(id, '/join'), { json: join });
}

export function viewGame(id: string): Promise<ApiResult<GameView>> {
  return request(at(id));
}

export function fetchHint(id: string, secret: string | null): Promise<ApiResult<Hint>> {
  return request(at(id, '/hint'), { method: 'POST', secret });
}

export function fetchEvaluation(id: string, secret: string | null): Promise<ApiResult<Evaluation>> {
  return request(at(id, '/evaluation'), { method: 'POST', secret });
}

export function pgnOf(id: string): Promise<ApiResult<string>> {
  return requestText(at(id, '/pgn'));
}

/** The QR code of an invitation, as SVG. */
export function invitationQrCode(id: string, secret: string): Promise<ApiResult<string>> {
  return requestText(at(id, '/invitation.svg'), { secret });
}

/** New secrets for the seats of a game in the library, for those who may continue it. */
export function takeSeats(id: string): Promise<ApiResult<GameCreated>> {
  return request(at(id, '/seats'), { method: 'POST' });
}

/** Deletes a game: as the admin, or with the seat in which it was played. */
export function deleteGame(id: string, secret: string | null): Promise<ApiResult<void>> {
  return request(at(id), { method: 'DELETE', secret });
}

export function restoreGame(id: string, secret: string | null): Promise<ApiResult<void>> {
  return request(at(id, '/restore'), { method: 'POST', secret });
}
