import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { TABLE, theoryText } from './theory';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('the module of openings', () => {
  test('every position is there once, and every row of the table has its name', () => {
    const lines = theoryText().split('\n');
    const keys = lines.map((line) => line.split('\t')[0]);
    const rows = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
    expect(new Set(keys).size).toBe(keys.length);
    expect(lines.filter((line) => line.includes('\t')).length).toBe(rows.length);
    expect(lines).toContain(
      'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w\tC50 Giuoco Piano',
    );
  });

  test.each([
    [
      'positions on the way have no name of their own',
      'a2a3 h7h6',
      ['rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b'],
      'rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR w',
    ],
    ['castling moves the rook', 'e1g1', [], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 b'],
  ])('%s', (_, moves, between, end) => {
    const text = theoryText(`A00\tTwo Moves\t${moves}\n`);
    expect(text.split('\n')).toEqual([`${START} w`, ...between, `${end}\tA00 Two Moves`]);
  });

  test('a damaged row ends the build', () => {
    expect(() => theoryText('A00\tNowhere\n')).toThrow('Nowhere');
  });
});
