import { expect, test } from 'vitest';

import { START_FEN } from './editor';
import { wholeFen } from './fen';

// req: B2
test('a FEN is known by its board, and what is missing is added', () => {
  const board = '4k3/8/8/8/8/8/4P3/4K3';
  for (const [text, fen] of [
    [START_FEN, START_FEN],
    [`\n ${START_FEN.replaceAll(' ', '  ')}\n`, START_FEN],
    [board, `${board} w - - 0 1`],
    [`${board} b`, `${board} b - - 0 1`],
    [`${board} w KQ -`, `${board} w KQ - 0 1`],
    [`${board} w - - 12 34`, `${board} w - - 12 34`],
    [`${board} w - - 0 1 bm e4`, `${board} w - - 0 1 bm e4`],
    ['8/8/8/8/8/8/8', '8/8/8/8/8/8/8 w - - 0 1'],
    ['', null],
    ['e4 e5', null],
    ['1. e4 w b', null],
    ['1/2-1/2', null],
    ['[White "a/b/c"]\n\n1. e4 *', null],
    ['{a/b} 1. e4', null],
  ] as const) {
    expect(wholeFen(text), text).toBe(fen);
  }
});
