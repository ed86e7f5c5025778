/** What can be asked about single games. */
import type { Evaluation } from '../wire/Evaluation';
import type { GameCreated } from '../wire/GameCreated';
import type { GameView } from '../wire/GameView';
import type { Hint } from '../wire/Hint';
import type { JoinGame } from '../wire/JoinGame';
import type { NewGame } from '../wire/NewGame';
import { ask, askText, type Answer } from './request';

const at = (id: string, rest = ''): string => `/api/games/${encodeURIComponent(id)}${rest}`;

export function createGame(game: NewGame): Promise<Answer<GameCreated>> {
  return ask('/api/games', { json: game });
}

export function joinGame(id: string, join: JoinGame): Promise<Answer<GameCreated>> {
  return ask(at(id, '/join'), { json: join });
}

export function viewGame(id: string): Promise<Answer<GameView>> {
  return ask(at(id));
}

export function askHint(id: string, secret: string | null): Promise<Answer<Hint>> {
  return ask(at(id, '/hint'), { method: 'POST', secret });
}

export function askEvaluation(id: string, secret: string | null): Promise<Answer<Evaluation>> {
  return ask(at(id, '/evaluation'), { method: 'POST', secret });
}

export function pgnOf(id: string): Promise<Answer<string>> {
  return askText(at(id, '/pgn'));
}

/** The picture of an invitation, for whoever has its secret. */
export function invitationPicture(id: string, secret: string): Promise<Answer<string>> {
  return askText(at(id, '/invitation.svg'), { secret });
}

/** New secrets for the seats of a kept game, for those who may continue it. */
export function takeSeats(id: string): Promise<Answer<GameCreated>> {
  return ask(at(id, '/seats'), { method: 'POST' });
}

export function deleteGame(id: string): Promise<Answer<void>> {
  return ask(at(id), { method: 'DELETE' });
}

export function restoreGame(id: string): Promise<Answer<void>> {
  return ask(at(id, '/restore'), { method: 'POST' });
}
