import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { localName } from '../openings/names';
import { TABIYAS, tabiyaOf } from './tabiyas';

const TABLE = new URL('../../../crates/openings/data/openings.tsv', import.meta.url);

describe('today’s position', () => {
  test('is the same all day, and another one tomorrow', () => {
    const at = (day: number, hour: number) => tabiyaOf(new Date(2026, 10, day, hour));
    expect(at(17, 0)).toEqual(at(17, 23));
    expect(at(18, 0)).not.toEqual(at(17, 23));
  });

  test('each has its day', () => {
    const days = TABIYAS.map((_, day) => tabiyaOf(new Date(2026, 0, 1 + day)).fen);
    expect(new Set(days).size).toBe(TABIYAS.length);
  });

  test('each has a name that the table of openings has', () => {
    const names = new Set(
      readFileSync(TABLE, 'utf8')
        .split('\n')
        .map((row) => row.split('\t')[1]),
    );
    for (const [, opening] of TABIYAS) {
      expect(names).toContain(opening);
      expect(localName(opening, 'de')).not.toBe('');
    }
  });
});
