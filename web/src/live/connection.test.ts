import { describe, expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { ServerMessage } from '../wire/ServerMessage';
import { backoff } from './backoff';
import { begin, step, type Connection, type Effect, type Input } from './connection';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function view(version: number, moves: GameView['moves'] = []): GameView {
  const person = { name: null, player: { type: 'person' } } as const;
  return {
    id: 'game',
    version,
    seats: { white: person, black: person },
    time: { white: null, black: null },
    shared: false,
    automatic_draws: true,
    start_fen: START,
    chess960: false,
    moves,
    state: state(),
  };
}

function state(): GameView['state'] {
  return {
    fen: START,
    turn: 'white',
    check: null,
    legal: { destinations: { e2: ['e3', 'e4'] }, promotions: [] },
    undone: 0,
    claim: null,
    clocks: { remaining_ms: { white: null, black: null }, running: null },
    offers: [],
    status: { type: 'playing' },
  };
}

function heard(message: ServerMessage): Input {
  return { type: 'heard', message, now: 0 };
}

function moved(version: number): Input {
  const event = { type: 'moved', ply: version, uci: 'e2e4', san: 'e4' } as const;
  return heard({ type: 'event', game: 'game', version, at_ms: 0, event, state: state() });
}

/** Runs inputs one after another; the effects are those of the last. */
function run(inputs: readonly Input[], secret: string | null = 's'): [Connection, Effect[]] {
  let [connection, effects] = begin('game', secret);
  for (const input of inputs) [connection, effects] = step(connection, input);
  return [connection, [...effects]];
}

const LIVE: readonly Input[] = [
  { type: 'opened' },
  heard({ type: 'full', you: 'white', game: view(1) }),
];
const WANT: Input = { type: 'want', id: 'w1', want: { type: 'move', uci: 'e2e4', ply: 0 } };

function sent(effects: readonly Effect[]): unknown[] {
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.message] : []));
}

// req: C7
describe('a connection', () => {
  test('says hello with nothing seen, and later with the last version seen', () => {
    const [, first] = run([{ type: 'opened' }]);
    expect(sent(first)).toEqual([{ type: 'hello', game: 'game', secret: 's', last_version: null }]);
    const [, again] = run([
      ...LIVE,
      moved(2),
      { type: 'closed' },
      { type: 'retry' },
      { type: 'opened' },
    ]);
    expect(sent(again)).toMatchObject([{ type: 'hello', last_version: 2 }]);
  });

  test('appends moves and takes them back', () => {
    const [after] = run([...LIVE, moved(2)]);
    expect(after.view?.moves).toEqual([{ uci: 'e2e4', san: 'e4' }]);
    const event = { type: 'taken_back', plies: 1 } as const;
    const back = heard({
      type: 'event',
      game: 'game',
      version: 3,
      at_ms: 0,
      event,
      state: state(),
    });
    const [undone] = run([...LIVE, moved(2), back]);
    expect(undone.view).toMatchObject({ version: 3, moves: [] });
  });

  test('knows of an engine that cannot move until something happens', () => {
    const stuck = heard({ type: 'stuck', game: 'game', code: 'unknown_engine', message: 'gone' });
    const [told] = run([...LIVE, stuck]);
    expect(told.trouble).toEqual({ code: 'unknown_engine', message: 'gone', values: [] });
    const [after] = run([...LIVE, stuck, moved(2)]);
    expect(after.trouble).toBeNull();
  });

  test('ignores what it has seen and says hello again where something is missing', () => {
    const [same, nothing] = run([...LIVE, moved(1)]);
    expect([same.view?.moves.length, nothing]).toEqual([0, []]);
    const [gap, effects] = run([...LIVE, moved(3)]);
    expect(gap.view?.version).toBe(1);
    expect(sent(effects)).toMatchObject([{ type: 'hello', last_version: 1 }]);
  });

  test('sends a wish again under its own name after a reconnection', () => {
    const [waiting, effects] = run([
      ...LIVE,
      WANT,
      { type: 'closed' },
      { type: 'retry' },
      { type: 'opened' },
    ]);
    expect(waiting.pending).toHaveLength(1);
    expect(sent(effects)).toMatchObject([{ type: 'hello' }, { type: 'move', id: 'w1', ply: 0 }]);
  });

  test('keeps a wish made while the link is lost for the next hello', () => {
    const [lost, nothing] = run([...LIVE, { type: 'closed' }, WANT]);
    expect([lost.pending.length, sent(nothing)]).toEqual([1, []]);
  });

  test('an ack ends a wish, and so does a refusal, which is told', () => {
    const [acked] = run([...LIVE, WANT, heard({ type: 'ack', id: 'w1', version: 2 })]);
    expect(acked.pending).toEqual([]);
    const no: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'over',
      message: 'no',
      version: 1,
    };
    const [refused, effects] = run([...LIVE, WANT, heard(no)]);
    expect(refused.pending).toEqual([]);
    expect(effects).toMatchObject([{ type: 'denied', problem: { code: 'over' } }]);
  });

  test('a stale wish is asked for anew where it still fits, and given up where it does not', () => {
    const stale: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'stale',
      message: 'late',
      version: 2,
    };
    const [, again] = run([...LIVE, WANT, heard(stale)]);
    expect(sent(again)).toMatchObject([{ type: 'move', id: 'w1~1', base_version: 1 }]);
    const [, given] = run([...LIVE, WANT, moved(2), heard(stale)]);
    expect(given).toMatchObject([{ type: 'denied' }]);
  });

  test('a secret that is no good is forgotten, and the game is looked at', () => {
    const no: ServerMessage = {
      type: 'error',
      id: null,
      code: 'wrong_secret',
      message: '',
      version: null,
    };
    const [connection, effects] = run([{ type: 'opened' }, heard(no)]);
    expect(connection.secret).toBeNull();
    expect(effects.map((effect) => effect.type)).toEqual(['forget_secret', 'denied', 'send']);
  });

  test('a game that is not there is not asked for again', () => {
    const no: ServerMessage = {
      type: 'error',
      id: null,
      code: 'no_game',
      message: '',
      version: null,
    };
    const [connection, effects] = run([{ type: 'opened' }, heard(no), { type: 'closed' }]);
    expect([connection.link, effects]).toEqual(['refused', []]);
  });
});

test('the wait before connecting again grows and has an end', () => {
  for (const [failures, chance, wait] of [
    [0, 1, 400],
    [0, 0, 240],
    [2, 1, 1600],
    [5, 1, 8000],
    [500, 1, 8000],
  ] as const) {
    expect(backoff(failures, chance)).toBe(wait);
  }
});

test('who is connected is known until the own connection is lost, and only in this game', () => {
  const [here, away] = [true, false].map((connected) => ({ connected, claimable_in_ms: null }));
  if (here === undefined || away === undefined) throw new Error('there are two');
  const told = (game: string): Input =>
    heard({ type: 'presence', game, players: { white: here, black: away } });
  expect(run([...LIVE, told('game')])[0].presence?.players.black.connected).toBe(false);
  expect(run([...LIVE, told('another')])[0].presence).toBeNull();
  expect(run([...LIVE, told('game'), { type: 'closed' }])[0].presence).toBeNull();
});
