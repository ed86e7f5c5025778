import { describe, expect, test } from 'vitest';

import type { Time } from '../wire/Time';
import { clockText, controlText, lowTimeMs, passesLowTime, remaining } from './clock';
import { balance } from './material';
import { afterMove, boardField, placementOf, replay } from './placement';
import { moveRows, stepTo } from './rows';
import { parseMove, uciOf } from './moveInput';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

// req: A6, B3
test('moves are carried out on the board of the screen', () => {
  for (const [name, before, uci, after] of [
    ['a move', START, 'e2e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR'],
    ['en passant', '8/8/8/3pP3/8/8/8/8 w - d6 0 1', 'e5d6', '8/8/3P4/8/8/8/8/8'],
    ['short castling', '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1g1', '4k3/8/8/8/8/8/8/R4RK1'],
    ['long castling', '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1', 'e1c1', '4k3/8/8/8/8/8/8/2KR3R'],
    ['onto the rook', '8/8/8/8/8/8/8/1R2K1R1 w - - 0 1', 'e1b1', '8/8/8/8/8/8/8/2KR2R1'],
    ['promotion', '8/P7/8/8/8/8/8/8 w - - 0 1', 'a7a8n', 'N7/8/8/8/8/8/8/8'],
    ['a capture', '8/8/8/8/8/1p6/P7/8 w - - 0 1', 'a2b3', '8/8/8/8/8/1P6/8/8'],
  ] as const) {
    expect(boardField(afterMove(placementOf(before), uci)), name).toBe(after);
  }
  expect(replay(START, [{ uci: 'e2e4', san: 'e4' }])).toHaveLength(2);
});

// req: B4
describe('clocks', () => {
  test('show minutes and seconds, tenths at the end and hours where there are any', () => {
    for (const [ms, text] of [
      [0, '00:00.0'],
      [9_940, '00:09.9'],
      [10_000, '00:10'],
      [61_999, '01:01'],
      [3_600_000, '1:00:00'],
    ] as const) {
      expect(clockText(ms)).toBe(text);
    }
  });

  const time: Time = { base_ms: 60_000, bonus: { type: 'delay', ms: 2_000 } };
  const clocks = { remaining_ms: { white: 60_000, black: 50_000 }, running: 'white' } as const;

  test('only the running one runs, after the delay of a fresh turn', () => {
    const parsed = { clocks, receivedAt: 1000, freshTurn: true };
    expect(remaining(parsed, 'white', time, 2500)).toBe(60_000);
    expect(remaining(parsed, 'white', time, 4000)).toBe(59_000);
    expect(remaining({ ...parsed, freshTurn: false }, 'white', time, 2000)).toBe(59_000);
    expect(remaining(parsed, 'black', time, 99_000)).toBe(50_000);
    expect(remaining(parsed, 'white', time, 999_000)).toBe(0);
  });

  test('warn once, at an eighth of the time within bounds', () => {
    expect(lowTimeMs(time)).toBe(10_000);
    expect(lowTimeMs({ ...time, base_ms: 3_600_000 })).toBe(60_000);
    expect(passesLowTime(time, 10_050, 9_990)).toBe(true);
    expect(passesLowTime(time, 9_990, 9_900)).toBe(false);
  });

  test('controls are named in a few characters', () => {
    expect(controlText(null)).toBe('∞');
    expect(controlText({ base_ms: 600_000, bonus: { type: 'increment', ms: 5000 } })).toBe('10+5');
    expect(controlText(time)).toBe('1 d2');
  });
});

test('the balance names what a side is ahead by', () => {
  const { ahead, score } = balance(placementOf('4k3/pp6/8/8/8/8/8/4KR2 w - - 0 1'));
  expect([ahead.white, ahead.black, score]).toEqual([['rook'], ['pawn', 'pawn'], 3]);
});

// req: B3
describe('the move list', () => {
  const moves = ['e5', 'Nf3', 'Nc6'].map((san) => ({ san, uci: '' }));
  test('has two columns, also when Black begins', () => {
    const fen = '8/8/8/8/8/8/8/8 b - - 0 7';
    expect(moveRows(fen, moves)).toEqual([
      { number: 7, white: null, black: { ply: 1, san: 'e5' } },
      { number: 8, white: { ply: 2, san: 'Nf3' }, black: { ply: 3, san: 'Nc6' } },
    ]);
    expect(moveRows(START, moves)).toHaveLength(2);
  });
  test('is stepped through within its ends, and its last move follows the game', () => {
    expect([stepTo(-1, 5), stepTo(3, 5), stepTo(5, 5), stepTo(9, 5)]).toEqual([0, 3, null, null]);
  });
});

// req: A3
test('typed moves are found among the legal ones', () => {
  const pieces = placementOf('r3k2r/P7/8/8/8/8/3N1N2/R3K2R w KQkq - 0 1');
  const legal = {
    destinations: { d2: ['e4'], f2: ['e4'], e1: ['g1', 'c1', 'e2'], a7: ['a8', 'b8'] },
    promotions: ['a7b8', 'a7a8'],
  };
  for (const [text, expected] of [
    ['Nde4', 'd2e4'],
    ['N2e4', 'ambiguous'],
    ['Ne4+', 'ambiguous'],
    ['f2e4', 'f2e4'],
    ['O-O', 'e1g1'],
    ['0-0-0', 'e1c1'],
    ['axb8=Q', 'a7b8q'],
    ['axb8', 'a7b8'],
    ['a7b8n', 'a7b8n'],
    ['axb8=K', 'unknown'],
    ['Ke2', 'e1e2'],
    ['Sde4', 'd2e4'],
    ['nde4', 'd2e4'],
    ['ke2', 'e1e2'],
    ['e5', 'unknown'],
    ['', 'unknown'],
    ['<b>', 'unknown'],
  ] as const) {
    const parsed = parseMove(text, pieces, legal, { S: 'knight' });
    const seen = parsed.type === 'move' ? uciOf(parsed.move) : parsed.type;
    expect(seen, text).toBe(expected);
  }
});
