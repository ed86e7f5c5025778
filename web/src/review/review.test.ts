import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { Review } from '../wire/Review';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { ReviewReport } from '../wire/ReviewReport';
import type { SideReport } from '../wire/SideReport';
import { areaPath, knownRange, plyAt, spansOf, xPercent } from './graph';
import {
  barPercent,
  lineText,
  judgedMoveAt,
  keyMomentsOf,
  momentAt,
  moverAt,
  neighboringMoments,
  numberAt,
  openingPly,
  type JudgedMove,
} from './moments';
import { secondsLeft } from './eta';
import { judgmentsOf, percentDone, loadedReviewOf, withPosition } from './loadedReview';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const BLACK_AT_TEN = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 10';
const play = (san: string) => ({ uci: '', san });

function position(ply: number, win_percent: number, ...line: string[]): ReviewedPosition {
  const value = { type: 'centipawns', amount: ply * 10 } as const;
  return { ply, value, win_percent, depth: 9, line: line.map(play) };
}

const SIDE: SideReport = {
  accuracy: 90,
  opening: 90,
  middlegame: null,
  endgame: null,
  average_centipawn_loss: 12,
  inaccuracies: 0,
  mistakes: 0,
  blunders: 1,
};
const good = { accuracy: 99, centipawn_loss: 0, judgment: null, explanation: null };
const fact = { type: 'allows_mate', moves: 1, on_back_rank: false } as const;
const bad = {
  accuracy: 10,
  centipawn_loss: 900,
  judgment: 'blunder',
  explanation: { fact, english: 'Allows mate in 1.' },
} as const;
const REPORT: ReviewReport = {
  white: SIDE,
  black: SIDE,
  middlegame: null,
  endgame: null,
  moves: [good, good, bad, good],
  moments: [2],
  summary: {
    leader: null,
    standing: null,
    is_balanced: true,
    since: null,
    until: 2,
    turning_point: 2,
  },
};
const MATE: Review = {
  nodes: 1000,
  state: 'finished',
  total: 5,
  positions: [
    position(0, 52),
    position(1, 48),
    position(2, 50, 'd4', 'exd4', 'Qxd4'),
    position(3, 0, 'Qh4#'),
    position(4, 0),
  ],
  report: REPORT,
};
const GAME = {
  start_fen: START,
  moves: ['f3', 'e5', 'g4', 'Qh4#'].map(play),
} as unknown as GameView;

test('moves have their numbers, whoever begins and with whichever number', () => {
  for (const [fen, ply, number, side] of [
    [START, 0, '1.', 'white'],
    [START, 1, '1…', 'black'],
    [START, 2, '2.', 'white'],
    [BLACK_AT_TEN, 0, '10…', 'black'],
    [BLACK_AT_TEN, 1, '11.', 'white'],
    [BLACK_AT_TEN, 2, '11…', 'black'],
  ] as const) {
    expect([numberAt(fen, ply), moverAt(fen, ply)], `${fen} ${ply}`).toEqual([number, side]);
  }
});

test('a line begins with a number and has one before every move of White', () => {
  const line = ['Nf6', 'Nc3', 'd5'].map(play);
  expect(lineText(START, 1, line)).toBe('1… Nf6 2. Nc3 d5');
  expect(lineText(START, 0, line)).toBe('1. Nf6 Nc3 2. d5');
  expect(lineText(START, 0, [])).toBe('');
});

test('a judged move has the move, its judgment, the reason and the better line', () => {
  const loaded = loadedReviewOf(MATE);
  expect(keyMomentsOf(GAME, loaded)).toEqual([
    {
      index: 2,
      side: 'white',
      move: '2. g4??',
      judgment: 'blunder',
      fact,
      better: ['d4', 'exd4', 'Qxd4'].map(play),
      before: { type: 'centipawns', amount: 20 },
      after: { type: 'centipawns', amount: 30 },
    },
  ]);
  expect(judgedMoveAt(GAME, loaded, 1), 'a good move').toBeNull();
  expect(judgedMoveAt(GAME, loaded, -1), 'before the first').toBeNull();
  expect(keyMomentsOf(GAME, { ...loaded, report: null }), 'not finished').toEqual([]);
  expect(judgmentsOf(loaded)).toEqual([null, null, 'blunder', null]);
});

test('positions come in any order and twice, and are counted once', () => {
  let loaded = loadedReviewOf({ ...MATE, state: 'running', positions: [], report: null });
  expect(percentDone(loaded)).toBe(0);
  for (const ply of [4, 2, 4]) loaded = withPosition(loaded, position(ply, 50));
  expect(percentDone(loaded)).toBe(40);
  expect([...loaded.positions.keys()].sort()).toEqual([2, 4]);
});

test('the time that is left follows from the speed so far', () => {
  const running = { ...MATE, state: 'running', total: 50, report: null } as const;
  const at = (done: number, state: Review['state'] = 'running') =>
    loadedReviewOf({
      ...running,
      state,
      positions: [...Array(done).keys()].map((ply) => position(ply, 50)),
    });
  const pace = { since: 500, done: 10 };
  for (const [done, now, expected] of [
    [13, 9000, null], // too few
    [20, 1400, null], // too soon
    [20, 10_500, 30], // ten in ten seconds, thirty to come
    [30, 10_500, 10],
    [32, 11_700, 10], // 9.2
    [20, 50_500, 150],
    [21, 11_500, 30], // 29, in round numbers
    [50, 40_500, 0],
  ] as const) {
    expect(secondsLeft(pace, at(done), now), `${done} at ${now}`).toBe(expected);
  }
  expect(secondsLeft(pace, at(30, 'idle'), 10_500), 'nobody is at it').toBeNull();
});

test('the graph is drawn through what is known, from left to right', () => {
  const known = new Map([3, 0, 1].map((ply) => [ply, position(ply, ply * 25)]));
  expect(areaPath(known)).toBe('M0 100L0 100L1 75L3 25L3 100Z');
  expect(areaPath(new Map())).toBe('');
  expect(knownRange(known)).toEqual({ from: 0, to: 3 });
  expect(knownRange(new Map())).toBeNull();
});

test('x coordinates and half-moves are converted both ways', () => {
  for (const [share, total, ply] of [
    [0, 5, 0],
    [0.5, 5, 2],
    [0.6, 5, 2],
    [1, 5, 4],
    [-0.2, 5, 0],
    [1.4, 5, 4],
    [0.7, 1, 0],
  ] as const) {
    expect(plyAt(share, total), `${share} of ${total}`).toBe(ply);
  }
  expect([xPercent(0, 5), xPercent(1, 5), xPercent(4, 5), xPercent(0, 1)]).toEqual([0, 25, 100, 0]);
});

test('phases follow each other, and those that did not happen are left out', () => {
  for (const [middlegame, endgame, expected] of [
    [null, null, 'opening 0-40'],
    [12, null, 'opening 0-12 middlegame 12-40'],
    [12, 30, 'opening 0-12 middlegame 12-30 endgame 30-40'],
    [null, 20, 'opening 0-20 endgame 20-40'],
    [0, 10, 'middlegame 0-10 endgame 10-40'],
  ] as const) {
    const spans = spansOf({ ...REPORT, middlegame, endgame }, 41);
    const text = spans.map(({ phase, from, to }) => `${phase} ${from}-${to}`).join(' ');
    expect(text).toBe(expected);
  }
});

const MOMENTS = [
  { index: 3, side: 'black' },
  { index: 6, side: 'white' },
  { index: 9, side: 'black' },
] as JudgedMove[];

test('the key moments before and after a position are found from anywhere', () => {
  for (const [ply, at, previous, next] of [
    [0, null, null, 4],
    [4, 0, null, 7],
    [5, null, 4, 7],
    [7, 1, 4, 10],
    [10, 2, 7, null],
    [30, null, 10, null],
  ] as const) {
    expect([momentAt(MOMENTS, ply), neighboringMoments(MOMENTS, ply)], `${ply}`).toEqual([
      at,
      { previous, next },
    ]);
  }
});

test('a review opens at the first key moment of the reader, or else at the first', () => {
  expect(openingPly(MOMENTS, 'white')).toBe(7);
  expect(openingPly(MOMENTS, 'spectator')).toBe(4);
  expect(openingPly(MOMENTS.slice(1, 2), 'black')).toBe(7);
  expect(openingPly([], 'white')).toBeNull();
});

test('a mate fills the evaluation bar', () => {
  const mate = { type: 'mate', moves: -2 } as const;
  expect(barPercent({ ...position(0, 2.5), value: mate })).toBe(0);
  expect(barPercent({ ...position(0, 97.5), value: { type: 'mate', moves: 0 } })).toBe(100);
  expect(barPercent(position(0, 61.5))).toBe(61.5);
});
