import { expect, test } from 'vitest';

import type { ReviewReport } from '../wire/ReviewReport';
import { whyNone } from './phases';

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
