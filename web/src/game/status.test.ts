import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { GameView } from '../wire/GameView';
import type { Status } from '../wire/Status';
import {
  canRedo,
  canUndo,
  endText,
  invitedLine,
  moveNumber,
  moverFor,
  resultText,
  statusLine,
} from './status';

const { en } = MESSAGES;
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const person = { name: null, player: { type: 'person' } } as const;
const engine = { name: null, player: { type: 'engine', strength: { type: 'easy' } } } as const;

function game(change: Partial<GameView>, state: Partial<GameView['state']> = {}): GameView {
  return {
    id: 'g',
    version: 1,
    seats: { white: person, black: engine },
    time: { white: null, black: null },
    shared: false,
    automatic_draws: true,
    takebacks: true,
    start_fen: START,
    chess960: false,
    moves: [],
    ...change,
    state: {
      fen: START,
      turn: 'white',
      check: null,
      legal: { destinations: {}, promotions: [] },
      undone: 0,
      claim: null,
      clocks: { remaining_ms: { white: null, black: null }, running: null },
      offers: [],
      status: { type: 'playing' },
      ...state,
    },
  };
}

const over = (reason: 'checkmate' | 'resignation'): Status => ({
  type: 'over',
  winner: 'black',
  result: '0-1',
  reason,
  message: '',
  next: null,
});
const two = [
  { uci: 'e2e4', san: 'e4' },
  { uci: 'e7e5', san: 'e5' },
];

// req: A2, A4, A5, A8
test('the status line says where the game stands', () => {
  for (const [view, you, text] of [
    [game({}), 'white', 'Your move (White) · move 1'],
    [game({}), 'spectator', 'White to move · move 1'],
    [game({ moves: two }), 'white', 'Your move (White) · move 2'],
    [game({}, { turn: 'black' }), 'white', 'AI is thinking…'],
    [game({}, { check: 'e1' }), 'white', 'White is in CHECK'],
    [game({}, { status: { type: 'waiting' } }), 'white', en.waiting],
    [
      game({}, { status: { type: 'waiting' } }),
      'spectator',
      'Waiting for an opponent. To play, you need the invitation link.',
    ],
    [game({}, { status: over('checkmate') }), 'white', 'Computer (Easy) wins by checkmate'],
  ] as const) {
    expect(statusLine(en, view, you, null).text).toBe(text);
  }
});

test('the status line says who invites the viewer', () => {
  const ada = { ...person, name: 'Ada' };
  const open = { name: null, player: { type: 'open' } } as const;
  const view = game({ seats: { white: ada, black: open } }, { status: { type: 'waiting' } });
  expect(invitedLine(en, view).text).toBe('Ada has invited you to a game');
});

test('the status line leaves the result to the card that shows it', () => {
  const view = game({}, { status: over('checkmate') });
  expect(statusLine(en, view, 'white', null, true)).toMatchObject({
    text: 'Game over',
    severity: 'over',
  });
});

// req: A2, A8
test('check and thinking are shown together with the move number', () => {
  const thinks = game({ moves: two }, { turn: 'black', check: 'e8' });
  expect(statusLine(en, thinks, 'white', null)).toEqual({
    text: 'Black is in CHECK · AI is thinking…',
    severity: 'check',
    thinking: true,
    number: 2,
  });
});

test('the status line names an engine that cannot move, and what to do', () => {
  const parrot = { name: 'Parrot', player: { type: 'external', name: 'Parrot' } } as const;
  const view = game({ seats: { white: person, black: parrot } }, { turn: 'black' });
  for (const [code, part] of [
    ['unknown_engine', 'Parrot is no longer on this server'],
    ['engine_failed', 'Parrot crashed'],
  ] as const) {
    const line = statusLine(en, view, 'white', { code, message: '', values: [], detail: null });
    expect([line.severity, line.thinking]).toEqual(['error', false]);
    expect(line.text).toContain(part);
  }
});

// req: A5
test('the end of a game names the players, and the reader as "you"', () => {
  const named = (name: string) => ({ name, player: { type: 'person' } }) as const;
  const seats = { white: named('Ann'), black: named('Bob') };
  for (const [reason, you, text] of [
    ['checkmate', 'spectator', 'Bob wins by checkmate'],
    ['checkmate', 'black', 'You win by checkmate'],
    ['resignation', 'white', 'You resigned. Bob wins.'],
    ['resignation', 'black', 'Ann resigned. You win.'],
    ['resignation', 'both', 'Ann resigned. Bob wins.'],
  ] as const) {
    expect(endText(en, game({ seats }, { status: over(reason) }), you)).toBe(text);
  }
  expect(endText(en, game({ seats }), 'white')).toBe('');
});

test('results are written as in print', () => {
  expect(['1-0', '1/2-1/2', '*'].map(resultText)).toEqual(['1–0', '½–½', '']);
});

test('numbers go on from where the game began', () => {
  const late = START.replace(' w ', ' b ').replace('0 1', '0 9');
  expect(moveNumber(game({ start_fen: late }))).toBe(9);
  expect(moveNumber(game({ start_fen: late, moves: two }))).toBe(10);
});

// req: C1
test('in pass and play only the side to move can move, and spectators cannot', () => {
  const shared = game({ shared: true }, { turn: 'black' });
  expect([moverFor(shared, 'both'), moverFor(shared, 'spectator')]).toEqual(['black', null]);
  expect(moverFor(game({}, { status: over('checkmate') }), 'white')).toBeNull();
});

// req: B1
test('undo is offered where the opponent need not agree', () => {
  const people = { seats: { white: person, black: person } };
  for (const [view, you, undo] of [
    [game({}), 'white', false],
    [game({ moves: two }), 'white', true],
    [game({ moves: two.slice(0, 1) }), 'black', false],
    [game({ moves: two, ...people }), 'white', false],
    [game({ moves: two, ...people, shared: true }), 'both', true],
    [game({ moves: two }), 'spectator', false],
    [game({ moves: two }, { status: over('checkmate') }), 'white', true],
    [game({ moves: two }, { status: over('resignation') }), 'white', false],
  ] as const) {
    expect(canUndo(view, you)).toBe(undo);
  }
  expect(canRedo(game({}, { undone: 2 }), 'white')).toBe(true);
  expect(canRedo(game({}), 'white')).toBe(false);
});
