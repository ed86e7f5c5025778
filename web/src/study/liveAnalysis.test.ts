import { expect, test } from 'vitest';

import type { AnalysisEvent } from '../wire/AnalysisEvent';
import type { PositionView } from '../wire/PositionView';
import type { ErrorBody } from '../wire/ErrorBody';
import {
  arrowsOf,
  barPercent,
  started,
  updated,
  shortCount,
  type AnalysisInfo,
  type LiveAnalysis,
} from './liveAnalysis';

function info(depth: number, ...ucis: string[]): AnalysisEvent {
  const lines = ucis.map((uci) => ({
    value: { type: 'centipawns', amount: 10 } as const,
    chances: null,
    win_percent: 51,
    moves: [{ uci, san: '' }],
  }));
  return { type: 'update', depth, nodes: depth * 100, nodes_per_second: 5, lines };
}

const mateIn = (moves: number) => ({ type: 'mate', moves }) as const;
const after = (...events: AnalysisEvent[]): LiveAnalysis => events.reduce(updated, started(null));

test('what is shown never falls back to a lower depth', () => {
  const depths = [1, 4, 2, 4, 3, 6].map((depth) => info(depth, 'e2e4'));
  const seen = depths.map((_, index) => after(...depths.slice(0, index + 1)).info?.depth);
  expect(seen).toEqual([1, 4, 4, 4, 4, 6]);
});

test('what was known before stays until something deeper is found', () => {
  const known = after(info(9, 'e2e4')).info;
  const again = updated(started(known), info(3, 'd2d4'));
  expect([again.stage, again.info]).toEqual(['thinking', known]);
});

test('every event sets the stage and keeps the lines', () => {
  const crash: ErrorBody = {
    code: 'engine_failed',
    message: 'the engine crashed',
    values: [],
    detail: null,
  };
  const events: AnalysisEvent[] = [
    { type: 'waiting' },
    { type: 'thinking' },
    { type: 'done' },
    { type: 'no_move' },
    { type: 'failed', error: crash },
  ];
  for (const event of events) {
    const { stage, info: found, error } = after(info(5, 'e2e4'), event);
    expect([stage, found?.depth]).toEqual([event.type, 5]);
    expect(error).toBe(event.type === 'failed' ? crash : null);
  }
});

test('every line has its arrow, and promotions to two pieces share one', () => {
  const { info: found } = after(info(5, 'e7e8q', 'e7e8n', 'g1f3'));
  expect(arrowsOf(found)).toEqual([
    ['e7', 'e8'],
    ['g1', 'f3'],
  ]);
  expect(arrowsOf(null)).toEqual([]);
});

test('the bar follows the engine, and the rules where the game is over', () => {
  const found = after(info(5, 'e2e4')).info;
  const mate = (moves: number): AnalysisInfo | null =>
    found && { ...found, lines: found.lines.map((line) => ({ ...line, value: mateIn(moves) })) };
  const view = (ending: PositionView['ending'], turn: PositionView['turn']): PositionView => ({
    fen: '',
    turn,
    check: null,
    moves: [],
    legal: { destinations: {}, promotions: [] },
    ending,
    table: null,
  });
  for (const [info, shown, percent] of [
    [null, null, 50],
    [found, view(null, 'white'), 51],
    [mate(3), view(null, 'black'), 100],
    [mate(-2), view(null, 'black'), 0],
    [null, view('checkmate', 'black'), 100],
    [null, view('checkmate', 'white'), 0],
    [null, view('stalemate', 'white'), 50],
  ] as const) {
    expect(barPercent(info, shown)).toBe(percent);
  }
});

test('large numbers are short', () => {
  expect([0, 999, 1234, 45_678, 456_789, 1e6, 98_765_432].map(shortCount)).toEqual([
    '0',
    '999',
    '1.23 k',
    '45.7 k',
    '457 k',
    '1.00 M',
    '98.8 M',
  ]);
});
