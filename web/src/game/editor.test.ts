import { expect, test } from 'vitest';

import {
  canCastle,
  EMPTY_FEN,
  fenOf,
  parseSetup,
  put,
  setupFromFen,
  START_FEN,
  withCastling,
} from './editor';

// req: B2
test('a position is put together and read back', () => {
  expect(fenOf(setupFromFen(START_FEN))).toBe(START_FEN);
  const king = { color: 'white', role: 'king' } as const;
  const one = put(setupFromFen(EMPTY_FEN), 'e1', king);
  expect(fenOf(one)).toBe('8/8/8/8/8/8/8/4K3 w - - 0 1');
  expect(fenOf(put(one, 'e1', king))).toBe(EMPTY_FEN);
  expect(fenOf(put(one, 'e1', null))).toBe(EMPTY_FEN);
  expect(fenOf(withCastling(withCastling(one, 'k', true), 'K', true))).toContain(' w Kk - ');
});

test('who has moved the king or a rook away cannot castle any more', () => {
  const start = setupFromFen(START_FEN);
  const rights = (square: string): string => fenOf(put(start, square, null)).split(' ')[2] ?? '';
  expect(['e8', 'a1', 'h8', 'd1'].map(rights)).toEqual(['KQ', 'Kkq', 'KQq', 'KQkq']);
  const queen = { color: 'white', role: 'queen' } as const;
  expect(fenOf(put(start, 'h1', queen))).toContain(' w Qkq - ');
  expect(canCastle(start.pieces, 'q')).toBe(true);
  expect(canCastle(setupFromFen(EMPTY_FEN).pieces, 'q')).toBe(false);
});

test('junk is an empty board', () => {
  for (const junk of ['', 'hello', '<script>', '9'.repeat(99)]) {
    expect([...setupFromFen(junk).pieces.values()].length, junk).toBeLessThan(9);
  }
});

// req: B2
test('what somebody types is a FEN or nothing at all', () => {
  for (const [text, fen] of [
    [`  ${START_FEN}  `, START_FEN],
    ['8/8/8/8/8/8/8/4K3', '8/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['8/8/8/8/8/8/8/4K3   b', '8/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['nonsense', null],
    ['8/8/8/8/8/8/8', null],
    ['8/8/8/8/8/8/8/9', null],
    ['8/8/8/8/8/8/8/4K4', null],
    ['', null],
  ] as const) {
    const setup = parseSetup(text);
    expect(setup === null ? null : fenOf(setup), text).toBe(fen);
  }
});
