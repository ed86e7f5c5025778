import { expect, test } from 'vitest';

import type { ReviewReport } from '../wire/ReviewReport';
import type { SideReport } from '../wire/SideReport';
import { isBeyondPhases, whyNone } from './phases';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('a phase without accuracy says whether there were moves in it', () => {
  const white = { opening: 98, middlegame: 90, endgame: null };
  const black = { opening: 91, middlegame: null, endgame: null };
  // The middlegame is one move of White, and the endgame begins with a move of Black.
  const report = {
    white,
    black,
    middlegame: 4,
    endgame: 5,
    moves: Array.from({ length: 6 }),
  } as unknown as ReviewReport;
  const why = (phase: 'opening' | 'middlegame' | 'endgame', side: 'white' | 'black') =>
    whyNone(report, { start_fen: START }, phase, side);
  expect(why('opening', 'white')).toBeNull();
  expect(why('middlegame', 'black')).toBe('moves');
  expect(why('endgame', 'white')).toBe('moves');
  expect(why('endgame', 'black')).toBe('lost');
});

test('the accuracy of a game that is not between those of its phases is noticed', () => {
  for (const [accuracy, opening, middlegame, endgame, isBeyond] of [
    [91, 95, 90, null, false],
    [90, 90, null, null, false],
    [90.01, 90, null, null, false],
    // The only phase has a bad move in a decided position.
    [99.4, 80.8, null, null, true],
    [89, 95, 90, null, true],
    // No phase has an accuracy, because no move could lose anything.
    [100, null, null, null, true],
    [null, null, null, null, false],
  ] as const) {
    const side = { accuracy, opening, middlegame, endgame } as SideReport;
    expect(isBeyondPhases(side), JSON.stringify(side)).toBe(isBeyond);
  }
});
