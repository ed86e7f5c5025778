import { describe, expect, test } from 'vitest';
import type { ApiResult } from '../api/request';
import { memoryStorage } from '../settings/storage';
import type { GameCreated } from '../wire/GameCreated';
import type { JoinGame } from '../wire/JoinGame';
import {
  forgetInvitation,
  hasTriedToJoin,
  join,
  keepInvitation,
  keptInvitation,
  type Joining,
} from './joining';

const INVITED = { game: 'AAAAAAAAAA', invitation: 'from the link', name: 'Bob' };
const SEAT: ApiResult<GameCreated> = {
  ok: true,
  value: { id: INVITED.game, secrets: { white: null, black: 'x' }, invitation: null },
};

/** A server that answers in this way, one request after the other. */
function server(answers: readonly (ApiResult<GameCreated>['ok'] | string)[]): {
  joining: Joining;
  requests: JoinGame[];
} {
  const requests: JoinGame[] = [];
  const send: Joining['send'] = (_, request) => {
    const code = answers[requests.length];
    requests.push(request);
    if (code === true) return Promise.resolve(SEAT);
    const error = { code: code as 'unreachable', message: '', values: [] };
    return Promise.resolve({ ok: false, error });
  };
  return { joining: { send, wait: () => Promise.resolve() }, requests };
}

describe('joining a game', () => {
  test('the same request is sent again until it is answered', async () => {
    const { joining, requests } = server(['unreachable', 'unconfirmed', true]);
    expect(await join(memoryStorage(), INVITED, joining)).toEqual(SEAT);
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map((request) => request.secret)).size).toBe(1);
    expect(requests[0]?.secret).toMatch(/^[\w-]{22}$/);
  });

  test('a refusal is final', async () => {
    const { joining, requests } = server(['seat_taken']);
    expect(await join(memoryStorage(), INVITED, joining)).toMatchObject({ ok: false });
    expect(requests).toHaveLength(1);
  });

  test('the page gives up after a while, and a new page repeats the same request', async () => {
    const storage = memoryStorage();
    const first = server(['unreachable', 'unreachable', 'unreachable', 'unreachable']);
    expect(await join(storage, INVITED, first.joining)).toMatchObject({ ok: false });
    const second = server([true, true]);
    await join(storage, INVITED, second.joining);
    expect(second.requests[0]?.secret).toBe(first.requests[3]?.secret);
    await join(storage, { ...INVITED, game: 'BBBBBBBBBB' }, second.joining);
    expect(second.requests[1]?.secret).not.toBe(first.requests[3]?.secret);
  });

  test('an invitation is kept for its game until it is answered', () => {
    const storage = memoryStorage();
    keepInvitation(storage, INVITED.game, INVITED.invitation);
    expect(keptInvitation(storage, INVITED.game)).toBe(INVITED.invitation);
    expect(keptInvitation(storage, 'BBBBBBBBBB')).toBe(null);
    forgetInvitation(storage, INVITED.game);
    expect(keptInvitation(storage, INVITED.game)).toBe(null);
  });

  test('a browser knows that it has tried, even where no answer came', async () => {
    const storage = memoryStorage();
    expect(hasTriedToJoin(storage, INVITED.game)).toBe(false);
    await join(storage, INVITED, server(['not_found']).joining);
    expect(hasTriedToJoin(storage, INVITED.game)).toBe(true);
    expect(hasTriedToJoin(storage, 'BBBBBBBBBB')).toBe(false);
  });
});
