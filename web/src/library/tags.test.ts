import { expect, test } from 'vitest';

import { tagsOf } from './tags';

test('the tags before the moves are read, and those that say nothing are left out', () => {
  const pgn = [
    '[Event "A \\"quoted\\" cup"]',
    '[Date "????.??.??"]',
    '[Round "-"]',
    '[Annotator "Ann"]',
    '',
    '1. e4 {',
    '[Not "a tag"]',
    '} *',
  ].join('\n');
  expect(tagsOf(pgn)).toEqual([
    { name: 'Event', value: 'A "quoted" cup' },
    { name: 'Annotator', value: 'Ann' },
  ]);
  expect(tagsOf('1. e4 *')).toEqual([]);
});
