import { expect, test } from 'vitest';

import type { LibraryRow } from '../wire/LibraryRow';
import { dateText, lastPlayedText, pgnDateText } from './dates';
import { ROW } from './row';

test('dates of files are in the language of the reader, as far as they are known', () => {
  for (const [language, date, text] of [
    ['en', '1972.07.11', 'Jul 11, 1972'],
    ['de', '1972.07.11', '11.07.1972'],
    ['fr', '1972.07.11', '11 juil. 1972'],
    ['en', '1851.06.21', 'Jun 21, 1851'],
    ['en', '1851.06.??', 'Jun 1851'],
    ['en', '1851.??.??', '1851'],
    ['en', '1851.??.21', '1851'],
    ['en', '2023.02.31', '2023.02.31'],
    ['en', 'in summer', 'in summer'],
  ] as const) {
    expect(pgnDateText(language, date), date).toBe(text);
  }
});

test('a game that was played here has the day of its last move, a game from a file its own', () => {
  const noon = Date.UTC(2026, 10, 16, 12);
  const own: LibraryRow = { ...ROW, date: '2026.11.15', last_played_ms: noon };
  expect(dateText('en', own)).toBe('Nov 16, 2026');
  for (const [date, text] of [
    ['2026.11.15', 'Nov 15, 2026'],
    ['1851.06.21', 'Jun 21, 1851'],
    [null, ''],
  ] as const) {
    expect(dateText('en', { ...own, imported: true, date }), text).toBe(text);
  }
});

test('the last activity is a move or the import, and never the day that a file names', () => {
  const noon = Date.UTC(2026, 10, 16, 12);
  const midnight = Date.UTC(1972, 6, 11);
  for (const imported of [false, true]) {
    const row: LibraryRow = { ...ROW, imported, last_played_ms: noon };
    expect(lastPlayedText('en', row)).toMatch(/Nov 16, 2026, \d+:00/);
  }
  expect(lastPlayedText('en', { ...ROW, imported: true, last_played_ms: midnight })).toBe('');
});
