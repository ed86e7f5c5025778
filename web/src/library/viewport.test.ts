import { expect, test } from 'vitest';

import { drawnRows, pageRows, scrollDistance, visibleRange } from './viewport';

const at = (top: number) => ({ top, height: 400, rowHeight: 40 });

test('only the rows in the window and a few around it are drawn', () => {
  expect(visibleRange(at(-300), 20_000)).toEqual({ first: 0, end: 9 });
  expect(visibleRange(at(400_010), 20_000)).toEqual({ first: 9994, end: 10_017 });
  expect(visibleRange(at(799_600), 20_000)).toEqual({ first: 19_984, end: 20_000 });
  expect(visibleRange(at(900_000), 3)).toEqual({ first: 3, end: 3 });
});

test('the active row stays drawn, because it may have the focus', () => {
  const range = { first: 5, end: 8 };
  expect(drawnRows(range, 6, 20)).toEqual([5, 6, 7]);
  expect(drawnRows(range, 0, 20)).toEqual([0, 5, 6, 7]);
  expect(drawnRows(range, 12, 20)).toEqual([5, 6, 7, 12]);
  expect(drawnRows(range, 20, 20)).toEqual([5, 6, 7]);
});

test('a row is scrolled into the window, below the header', () => {
  expect(scrollDistance(at(0), 3, 0)).toBe(0);
  expect(scrollDistance(at(0), 10, 0)).toBe(40);
  expect(scrollDistance(at(200), 4, 0)).toBe(-40);
  expect(scrollDistance(at(200), 5, 50)).toBe(-50);
  expect(pageRows(at(0))).toBe(8);
});
