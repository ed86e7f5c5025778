import { describe, expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { ServerMessage } from '../wire/ServerMessage';
import { backoff } from './backoff';
import {
  initialStep,
  step,
  waitingMove,
  type Connection,
  type Effect,
  type Input,
} from './connection';

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
    takebacks: true,
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

function received(message: ServerMessage): Input {
  return { type: 'received', message, now: 0 };
}

function moved(version: number): Input {
  const event = { type: 'moved', ply: version, uci: 'e2e4', san: 'e4' } as const;
  return received({ type: 'event', game: 'game', version, at_ms: 0, event, state: state() });
}

/** Runs inputs one after another; the effects are those of the last. */
function run(inputs: readonly Input[], secret: string | null = 's'): [Connection, Effect[]] {
  let [connection, effects] = initialStep('game', secret);
  for (const input of inputs) [connection, effects] = step(connection, input);
  return [connection, [...effects]];
}

const LIVE: readonly Input[] = [
  { type: 'opened' },
  received({ type: 'full', you: 'white', game: view(1) }),
];
const MOVE: Input = { type: 'request', id: 'w1', action: { type: 'move', uci: 'e2e4', ply: 0 } };

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
    const back = received({
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
    const stuck = received({
      type: 'stuck',
      game: 'game',
      code: 'unknown_engine',
      message: 'gone',
    });
    const [stopped] = run([...LIVE, stuck]);
    expect(stopped.engineError).toMatchObject({ code: 'unknown_engine', message: 'gone' });
    const [after] = run([...LIVE, stuck, moved(2)]);
    expect(after.engineError).toBeNull();
  });

  test('ignores what it has seen and says hello again where something is missing', () => {
    const [same, nothing] = run([...LIVE, moved(1)]);
    expect([same.view?.moves.length, nothing]).toEqual([0, []]);
    const [gap, effects] = run([...LIVE, moved(3)]);
    expect(gap.view?.version).toBe(1);
    expect(sent(effects)).toMatchObject([{ type: 'hello', last_version: 1 }]);
  });

  test('sends a request again with the same id after a reconnection', () => {
    const [waiting, effects] = run([
      ...LIVE,
      MOVE,
      { type: 'closed' },
      { type: 'retry' },
      { type: 'opened' },
    ]);
    expect(waiting.pending).toHaveLength(1);
    expect(sent(effects)).toMatchObject([{ type: 'hello' }, { type: 'move', id: 'w1', ply: 0 }]);
  });

  test('keeps a request made while the connection is lost for the next hello', () => {
    const [lost, nothing] = run([...LIVE, { type: 'closed' }, MOVE]);
    expect([lost.pending.length, sent(nothing)]).toEqual([1, []]);
  });

  test('a request ends with an ack, or with an error that is passed on', () => {
    const [acked] = run([...LIVE, MOVE, received({ type: 'ack', id: 'w1', version: 2 })]);
    expect(acked.pending).toEqual([]);
    const no: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'over',
      message: 'no',
      version: 1,
    };
    const [rejected, effects] = run([...LIVE, MOVE, received(no)]);
    expect(rejected.pending).toEqual([]);
    expect(effects).toMatchObject([{ type: 'rejected', error: { code: 'over' } }]);
  });

  test('a stale request is rebased where it is still possible, and given up where it is not', () => {
    const stale: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'stale',
      message: 'late',
      version: 2,
    };
    const [, again] = run([...LIVE, MOVE, received(stale)]);
    expect(sent(again)).toMatchObject([{ type: 'move', id: 'w1~1', base_version: 1 }]);
    const [, given] = run([...LIVE, MOVE, moved(2), received(stale)]);
    expect(given).toMatchObject([{ type: 'rejected' }]);
  });

  test('a request that the server is not sure about is sent again after it has reconnected', () => {
    const unsure: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'unconfirmed',
      message: '',
      version: 1,
    };
    const [waiting, nothing] = run([...LIVE, MOVE, received(unsure)]);
    expect([waiting.pending.length, nothing]).toEqual([1, []]);
    const reconnected: Input[] = [{ type: 'closed' }, { type: 'retry' }, { type: 'opened' }];
    const [, effects] = run([...LIVE, MOVE, received(unsure), ...reconnected]);
    expect(sent(effects)).toMatchObject([{ type: 'hello' }, { type: 'move', id: 'w1' }]);
  });

  test('a request that may have been stored before is not given up when it cannot be stored now', () => {
    const away: ServerMessage = {
      type: 'error',
      id: 'w1',
      code: 'not_stored',
      message: '',
      version: 1,
    };
    const [given, effects] = run([...LIVE, MOVE, received(away)]);
    expect([given.pending.length, effects[0]?.type]).toEqual([0, 'rejected']);
    const reconnected: Input[] = [{ type: 'closed' }, { type: 'retry' }, { type: 'opened' }];
    const again = [...LIVE, MOVE, ...reconnected, received(away)];
    const [kept, waiting] = run(again);
    expect([kept.pending.length, waiting]).toEqual([1, [{ type: 'disconnect' }]]);
    const [, sentAgain] = run([...again, ...reconnected]);
    expect(sent(sentAgain)).toMatchObject([{ type: 'hello' }, { type: 'move', id: 'w1' }]);
  });

  test('an invalid secret is forgotten, and the game is watched', () => {
    const no: ServerMessage = {
      type: 'error',
      id: null,
      code: 'wrong_secret',
      message: '',
      version: null,
    };
    const [connection, effects] = run([{ type: 'opened' }, received(no)]);
    expect(connection.secret).toBeNull();
    expect(effects.map((effect) => effect.type)).toEqual(['forget_secret', 'rejected', 'send']);
  });

  test.each(['not_stored', 'busy'] as const)(
    'a game that cannot be shown at the moment (%s) is requested again after a while',
    (code) => {
      const away: ServerMessage = { type: 'error', id: null, code, message: '', version: null };
      const tried: Input[] = [{ type: 'opened' }, received(away)];
      const [waiting, effects] = run(tried);
      expect([waiting.error, effects]).toEqual([null, [{ type: 'disconnect' }]]);
      const [, later] = run([...tried, { type: 'closed' }, { type: 'retry' }, { type: 'opened' }]);
      expect(sent(later)).toMatchObject([{ type: 'hello' }]);
    },
  );

  test('a game that does not exist is not requested again', () => {
    const no: ServerMessage = {
      type: 'error',
      id: null,
      code: 'no_game',
      message: '',
      version: null,
    };
    const [connection, effects] = run([{ type: 'opened' }, received(no), { type: 'closed' }]);
    expect([connection.state, effects]).toEqual(['rejected', []]);
  });
});

test('a move that is made while the connection is lost waits for it', () => {
  const move = { type: 'move', uci: 'e2e4', ply: 0 } as const;
  const undo = { type: 'command', command: { type: 'undo' } } as const;
  const asked: Input[] = [
    { type: 'request', id: 'a', action: move },
    { type: 'request', id: 'b', action: undo },
  ];
  const lost: Input[] = [...LIVE, { type: 'closed' }, ...asked];
  const ack = received({ type: 'ack', id: 'a', version: 2 });
  for (const [inputs, expected] of [
    [[...LIVE, ...asked], null],
    [[...LIVE, { type: 'closed' }], null],
    [lost, 'e2e4'],
    [[...lost, { type: 'retry' }, { type: 'opened' }], 'e2e4'],
    [[...lost, { type: 'retry' }, ...LIVE], null],
    [[...lost, { type: 'retry' }, ...LIVE, ack, { type: 'closed' }], null],
  ] as [Input[], string | null][]) {
    expect(waitingMove(run(inputs)[0])).toBe(expected);
  }
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
  const presence = (game: string): Input =>
    received({ type: 'presence', game, players: { white: here, black: away } });
  expect(run([...LIVE, presence('game')])[0].presence?.players.black.connected).toBe(false);
  expect(run([...LIVE, presence('another')])[0].presence).toBeNull();
  expect(run([...LIVE, presence('game'), { type: 'closed' }])[0].presence).toBeNull();
});

test('the competition of a game is known from the first hello on, and stays known', () => {
  const belongs = (game: string): Input =>
    received({ type: 'competition', game, competition: 'open' });
  expect(run(LIVE)[0].competition).toBeNull();
  expect(run([...LIVE, belongs('another')])[0].competition).toBeNull();
  const [connection] = run([...LIVE, belongs('game'), { type: 'closed' }, { type: 'retry' }]);
  expect(connection.competition).toBe('open');
});
