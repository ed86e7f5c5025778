import { expect, test } from 'vitest';

import { fileName } from './download';

test('a file has a name that every computer takes', () => {
  for (const [name, expected] of [
    ['Tal – Botvinnik.pgn', 'Tal – Botvinnik.pgn'],
    ['a/b\\c: "d"?.pgn', 'a b c d.pgn'],
    ['../..pgn', 'study.pgn'],
    ['.pgn', 'study.pgn'],
    [`${'x'.repeat(200)}.pgn`, `${'x'.repeat(100)}.pgn`],
  ] as const) {
    expect(fileName(name)).toBe(expected);
  }
});
