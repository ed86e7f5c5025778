import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { GameView } from '../wire/GameView';
import type { Time } from '../wire/Time';
import { START_FEN } from './editor';
import { invitationState, invitedTo, isEqualTime } from './invitation';

const BLITZ: Time = { base_ms: 180_000, bonus: { type: 'increment', ms: 2000 } };
const OPEN = { name: null, player: { type: 'open' } } as const;
const ADA = { name: 'Ada', player: { type: 'person' } } as const;

function game(change: Partial<GameView>): GameView {
  return {
    seats: { white: ADA, black: OPEN },
    time: { white: BLITZ, black: BLITZ },
    start_fen: START_FEN,
    chess960: false,
    state: { status: { type: 'waiting' } },
    ...change,
  } as GameView;
}

// req: C7
test('whoever is invited learns who waits, the color, the clocks and the start', () => {
  const expected = {
    side: 'black',
    inviter: 'Ada',
    ownTime: BLITZ,
    theirTime: BLITZ,
    start: 'standard',
  };
  expect(invitedTo(game({}))).toEqual(expected);
  const odds = invitedTo(game({ time: { white: BLITZ, black: null } }));
  expect([odds.ownTime, odds.theirTime, isEqualTime(odds)]).toEqual([null, BLITZ, false]);
  const seats = { white: OPEN, black: { ...ADA, name: '' } };
  expect(invitedTo(game({ seats }))).toMatchObject({ side: 'white', inviter: null });
  expect(invitedTo(game({ chess960: true })).start).toBe('chess960');
  expect(invitedTo(game({ start_fen: '8/8/8/8/8/8/8/K1k5 w - - 0 1' })).start).toBe('position');
  expect(invitedTo(game({ seats: { white: ADA, black: ADA } })).side).toBe(null);
});

// req: C7
test('an invitation is open until somebody has joined or it is canceled', () => {
  const over = { status: { type: 'over' } } as GameView['state'];
  expect(invitationState(game({}))).toBe('open');
  expect(invitationState(game({ seats: { white: ADA, black: ADA } }))).toBe('used');
  expect(invitationState(game({ seats: { white: ADA, black: ADA }, state: over }))).toBe('used');
  expect(invitationState(game({ state: over }))).toBe('canceled');
});

// req: C7
test('clocks are put into words in every language', () => {
  const { en, de, fr } = MESSAGES;
  const short: Time = { base_ms: 90_000, bonus: { type: 'none' } };
  const delayed: Time = { base_ms: 300_000, bonus: { type: 'delay', ms: 3000 } };
  for (const [messages, time, text] of [
    [en, null, 'No clock'],
    [en, BLITZ, '3 min + 2 s per move'],
    [en, short, '1.5 min'],
    [de, short, '1,5 min'],
    [de, delayed, '5 min, 3 s Aufschub pro Zug'],
    [fr, BLITZ, '3 min + 2 s par coup'],
  ] as const) {
    expect(messages.invitation.clock(time)).toBe(text);
  }
});
