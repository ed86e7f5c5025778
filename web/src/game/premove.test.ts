import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { ChosenMove } from './moveInput';
import { boardField, placementOf } from './placement';
import {
  addPremove,
  afterPremoves,
  NO_PREMOVES,
  resolvePremoves,
  willPromote,
  type PremoveQueue,
} from './premove';
import { sanOf } from './san';

/** A game of people with so many half-moves played and Black's legal moves. */
function game(
  plies: number,
  turn: 'white' | 'black',
  status: GameView['state']['status'] = { type: 'playing' },
): GameView {
  const person = { name: null, player: { type: 'person' } } as const;
  return {
    id: 'g',
    version: plies,
    seats: { white: person, black: person },
    time: { white: null, black: null },
    shared: false,
    automatic_draws: true,
    takebacks: true,
    start_fen: '8/8/8/8/8/8/8/8 w - - 0 1',
    chess960: false,
    moves: Array(plies).fill({ uci: 'a2a3', san: 'a3' }),
    state: {
      fen: '',
      turn,
      check: null,
      legal: { destinations: { e7: ['e5'], b2: ['b1', 'a1'] }, promotions: ['b2b1', 'b2a1'] },
      undone: 0,
      claim: null,
      clocks: { remaining_ms: { white: null, black: null }, running: null },
      offers: [],
      status,
    },
  };
}

const move = (from: string, to: string, promotion: ChosenMove['promotion'] = null): ChosenMove => ({
  from,
  to,
  promotion,
});
const queueOf = (ply: number, ...moves: ChosenMove[]): PremoveQueue => ({ ply, moves });

const OVER: GameView['state']['status'] = {
  type: 'over',
  winner: 'white',
  result: '1-0',
  reason: 'resignation',
  message: '',
  next: null,
};

// req: A8
test('a premove waits for one reply, and is then played or canceled', () => {
  const step = move('e7', 'e5');
  const queen = move('b2', 'b1');
  for (const [rule, premove, view, type, played] of [
    ['the other side still thinks', step, game(2, 'white'), 'waiting', null],
    ['the opponent has replied', step, game(3, 'black'), 'play', step],
    ['it is not legal any more', move('e7', 'e6'), game(3, 'black'), 'impossible', null],
    ['moves were taken back', step, game(1, 'black'), 'impossible', null],
    ['more was played elsewhere', step, game(4, 'white'), 'impossible', null],
    ['the game is over', step, game(3, 'black', OVER), 'impossible', null],
    ['a pawn becomes a queen', queen, game(3, 'black'), 'play', move('b2', 'b1', 'queen')],
  ] as const) {
    const outcome = resolvePremoves(queueOf(2, premove), view, 'black');
    expect(outcome.type, rule).toBe(type);
    if (outcome.type === 'play') expect(outcome.move, rule).toEqual(played);
  }
  const spectated = resolvePremoves(queueOf(2, step), game(3, 'black'), 'spectator');
  expect(spectated.type).toBe('impossible');
});

// req: A8
test('premoves are played in their order, one after each reply', () => {
  const [first, second, third] = [move('e7', 'e5'), move('b2', 'b1', 'queen'), move('a7', 'a6')];
  let queue = addPremove(NO_PREMOVES, first, 2);
  queue = addPremove(addPremove(queue, second, 2), third, 2);
  expect(queue).toEqual(queueOf(2, first, second, third));
  const replied = game(3, 'black');
  expect(resolvePremoves(queue, replied, 'black')).toEqual({ type: 'play', queue, move: first });
  const played = { ...game(4, 'white'), moves: [...replied.moves, { uci: 'e7e5', san: 'e5' }] };
  const rest = queueOf(4, second, third);
  expect(resolvePremoves(queue, played, 'black')).toEqual({ type: 'waiting', queue: rest });
  // The answer to the first may come together with the next reply.
  const both = { ...game(5, 'black'), moves: [...played.moves, { uci: 'a3a4', san: 'a4' }] };
  const next = { type: 'play', queue: rest, move: second };
  expect(resolvePremoves(queue, both, 'black')).toEqual(next);
  const other = { ...game(4, 'white'), moves: [...replied.moves, { uci: 'd7d5', san: 'd5' }] };
  expect(resolvePremoves(queue, other, 'black').type).toBe('impossible');
  const all = { ...game(4, 'white'), moves: [...replied.moves, { uci: 'e7e5', san: 'e5' }] };
  const none = { type: 'waiting', queue: queueOf(4) };
  expect(resolvePremoves(queueOf(2, first), all, 'black')).toEqual(none);
});

// req: A8
test('castling is recognized by the square of the king or of the rook', () => {
  const castling = queueOf(0, move('e8', 'h8'), move('a7', 'a6'));
  const moves = [
    { uci: 'a2a3', san: 'a3' },
    { uci: 'e8g8', san: 'O-O' },
  ];
  const outcome = resolvePremoves(castling, { ...game(2, 'white'), moves }, 'black');
  expect(outcome).toEqual({ type: 'waiting', queue: queueOf(2, move('a7', 'a6')) });
});

// req: A8
test('the board shows pieces where premoves take them', () => {
  for (const [rule, fen, moves, after] of [
    [
      'one after the other',
      '8/4p3/8/8/8/8/8/8',
      [
        ['e7', 'e5'],
        ['e5', 'e4'],
      ],
      '8/8/8/8/4p3/8/8/8',
    ],
    ['a capture to come', '8/8/8/8/3pP3/8/8/8', [['d4', 'e3']], '8/8/8/8/4P3/4p3/8/8'],
    ['a promotion', '8/8/8/8/8/8/1p6/8', [['b2', 'b1', 'queen']], '8/8/8/8/8/8/8/1q6'],
    ['castling', '4k2r/8/8/8/8/8/8/8', [['e8', 'g8']], '5rk1/8/8/8/8/8/8/8'],
    ['recapturing', '8/8/4p3/3p4/8/8/8/8', [['e6', 'd5']], '8/8/8/3p4/8/8/8/8'],
    ['a piece that was taken', '8/4P3/8/8/8/8/8/8', [['e7', 'e5']], '8/4P3/8/8/8/8/8/8'],
  ] as const) {
    const premoves = moves.map(([from, to, promotion]) => move(from, to, promotion ?? null));
    expect(boardField(afterPremoves(placementOf(fen), premoves, 'black')), rule).toBe(after);
  }
});

// req: A6
test('only a pawn on its way to the last rank promotes', () => {
  const pieces = placementOf('4k3/P6R/8/8/8/8/p6r/4K3 w - - 0 1');
  expect(willPromote(pieces, 'a7', 'a8')).toBe(true);
  expect(willPromote(pieces, 'a2', 'b1')).toBe(true);
  expect(willPromote(pieces, 'h7', 'h8')).toBe(false);
  expect(willPromote(pieces, 'e4', 'e8')).toBe(false);
});

// req: B3, B6
test('a move that waits to be confirmed is named in SAN', () => {
  for (const [fen, destinations, from, to, promotion, san] of [
    ['8/8/8/8/8/8/4P3/8 w', { e2: ['e4'] }, 'e2', 'e4', null, 'e4'],
    ['8/8/8/3pP3/8/8/8/8 w', { e5: ['d6'] }, 'e5', 'd6', null, 'exd6'],
    ['8/P7/8/8/8/8/8/8 w', { a7: ['a8'] }, 'a7', 'a8', 'knight', 'a8=N'],
    ['8/8/8/8/8/8/8/4K2R w', { e1: ['g1'] }, 'e1', 'g1', null, 'O-O'],
    ['8/8/8/8/8/8/8/R3K3 w', { e1: ['c1'] }, 'e1', 'c1', null, 'O-O-O'],
    ['8/8/8/8/8/2p5/8/1N3N2 w', { b1: ['c3', 'd2'], f1: ['d2'] }, 'b1', 'c3', null, 'Nxc3'],
    ['8/8/8/8/8/8/8/1N3N2 w', { b1: ['d2'], f1: ['d2'] }, 'b1', 'd2', null, 'Nbd2'],
    ['8/8/8/R7/8/8/8/R7 w', { a1: ['a3'], a5: ['a3'] }, 'a5', 'a3', null, 'R5a3'],
    ['8/8/8/8/4Q2Q/8/8/7Q w', { e4: ['e1'], h4: ['e1'], h1: ['e1'] }, 'h4', 'e1', null, 'Qh4e1'],
    // A twin that is pinned is not among the legal moves, and does not count.
    ['8/8/8/8/8/8/8/1N3N2 w', { b1: ['d2'] }, 'b1', 'd2', null, 'Nd2'],
    ['8/8/8/8/8/8/8/8 w', {}, 'b1', 'd2', null, 'b1d2'],
  ] as const) {
    const targets = Object.entries(destinations).map(([square, list]) => [square, [...list]]);
    const legal = { destinations: Object.fromEntries(targets), promotions: [] };
    expect(sanOf(placementOf(fen), legal, { from, to, promotion }), san).toBe(san);
  }
});
