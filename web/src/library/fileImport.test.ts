import { expect, test } from 'vitest';

import { UNREACHABLE } from '../api/request';
import type { ImportReport } from '../wire/ImportReport';
import {
  finished,
  nothingImported,
  isRunning,
  percentOf,
  totalsOf,
  queued,
  withProgress,
  withSent,
  type FileImport,
} from './fileImport';

const MB = 1 << 20;
const running = (size: number): FileImport => ({ ...queued('a.pgn', size), state: 'running' });
const REPORT: ImportReport = {
  games: 5,
  added: 2,
  restored: 1,
  duplicates: 1,
  unreadable: 1,
  imported: [],
  error_count: 1,
  errors: [
    {
      game: 3,
      line: 7,
      column: 2,
      error: { type: 'not_move', text: 'e9' },
      message: 'e9 is no move',
      kept: false,
    },
  ],
  fatal_error: null,
  fatal: null,
};

test('progress never goes back, and is whole only at the end', () => {
  const small = withSent(running(2 * MB), 2 * MB);
  expect(percentOf(small), 'all of it is on its way, and none was read').toBe(null);
  const half = withProgress(small, MB, 100);
  expect([percentOf(half), half.games]).toEqual([50, 100]);
  expect(percentOf(withProgress(half, 0, 50))).toBe(50);
  expect(percentOf(withProgress(half, 2 * MB, 200))).toBe(99);
  expect(percentOf(withSent(running(104 * MB), 56 * MB))).toBe(50);
  const done = finished(half, { type: 'done', report: REPORT }, null);
  expect([percentOf(done), done.games, done.state]).toEqual([100, 5, 'done']);
});

test('the totals of several files are added up', () => {
  const done = finished(running(MB), { type: 'done', report: REPORT }, null);
  expect(totalsOf([done, done])).toEqual({ added: 4, duplicates: 2, restored: 2, unreadable: 2 });
  const canceled = finished(running(MB), { type: 'canceled' }, 64);
  expect(totalsOf([canceled, done]).added).toBe(66);
  const uncounted = finished(withProgress(running(MB), 10, 7), { type: 'canceled' }, null);
  expect(totalsOf([uncounted]).added).toBe(7);
});

test('an import that ended early has its error, and one without a game can be started again', () => {
  const detail = { type: 'file', error: { type: 'unreadable', reason: 'cut off' } } as const;
  const fatal = { code: 'bad_import', message: 'cut off', values: [], detail } as const;
  const broken: ImportReport = { ...REPORT, fatal: { ...fatal, values: [] } };
  const early = finished(running(MB), { type: 'done', report: broken }, null);
  expect([early.state, early.error?.detail]).toEqual(['done', detail]);
  const empty: ImportReport = { ...broken, games: 0 };
  const nothing = finished(running(MB), { type: 'done', report: empty }, null);
  const refused = finished(running(MB), { type: 'failed', error: UNREACHABLE }, null);
  for (const [files, fruitless] of [
    [[nothing], true],
    [[nothing, refused], true],
    [[nothing, early], false],
    [[], false],
  ] as const) {
    expect(nothingImported(files)).toBe(fruitless);
  }
});

test('it runs until the last file is over', () => {
  const done = finished(running(MB), { type: 'done', report: REPORT }, null);
  expect(isRunning([done, queued('b.pgn', 1)])).toBe(true);
  expect(isRunning([done, running(1)])).toBe(true);
  expect(isRunning([done])).toBe(false);
});
