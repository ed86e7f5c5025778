import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import { placementOf } from './placement';
import { resolvePremove, willPromote, type Premove } from './premove';
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

// req: A8
test('a premove waits for one reply, and is then played or canceled', () => {
  const step: Premove = { from: 'e7', to: 'e5', promotion: null, ply: 2 };
  const queen: Premove = { from: 'b2', to: 'b1', promotion: null, ply: 2 };
  const over: GameView['state']['status'] = {
    type: 'over',
    winner: 'white',
    result: '1-0',
    reason: 'resignation',
    message: '',
    next: null,
  };
  for (const [rule, premove, view, fate] of [
    ['the other side still thinks', step, game(2, 'white'), { type: 'waiting' }],
    [
      'the opponent has replied',
      step,
      game(3, 'black'),
      { type: 'play', move: { from: 'e7', to: 'e5', promotion: null } },
    ],
    ['it is not legal any more', { ...step, to: 'e6' }, game(3, 'black'), { type: 'impossible' }],
    ['moves were taken back', step, game(1, 'black'), { type: 'impossible' }],
    ['more was played elsewhere', step, game(4, 'white'), { type: 'impossible' }],
    ['the game is over', step, game(3, 'black', over), { type: 'impossible' }],
    ['the piece is not chosen yet', queen, game(3, 'black'), { type: 'promoting' }],
    [
      'the piece was chosen beforehand',
      { ...queen, promotion: 'knight' },
      game(3, 'black'),
      { type: 'play', move: { from: 'b2', to: 'b1', promotion: 'knight' } },
    ],
  ] as const) {
    expect(resolvePremove(premove, view, 'black'), rule).toEqual(fate);
  }
  expect(resolvePremove(step, game(3, 'black'), 'spectator')).toEqual({ type: 'impossible' });
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
