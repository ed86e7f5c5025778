import { expect, test } from 'vitest';

import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryRow } from '../wire/LibraryRow';
import { listedRows, pageStart, pagesOf, withPage, type Pages } from './pages';

const page = (number: number): LibraryPage => ({
  rows: [],
  total: 5000,
  is_estimate: false,
  first: `first of ${number}`,
  last: `last of ${number}`,
});
const pages = (...numbers: number[]): Pages => new Map(numbers.map((n) => [n, page(n)]));

test('a range lies on the pages that have its rows', () => {
  expect(pagesOf({ first: 0, end: 0 })).toEqual([]);
  expect(pagesOf({ first: 99, end: 101 })).toEqual([0, 1]);
  expect(pagesOf({ first: 250, end: 260 })).toEqual([2]);
});

test('a page begins at the nearest page that is known', () => {
  const after = (number: number, skip: number): object => ({
    after: `last of ${number}`,
    before: null,
    skip,
  });
  const before = (number: number, skip: number): object => ({
    after: null,
    before: `first of ${number}`,
    skip,
  });
  const top = (skip: number): object => ({ after: null, before: null, skip });
  expect(pageStart(0, pages())).toEqual(top(0));
  expect(pageStart(7, pages())).toEqual(top(700));
  expect(pageStart(3, pages(0, 1, 2))).toEqual(after(2, 0));
  expect(pageStart(9, pages(0, 50))).toEqual(after(0, 800));
  expect(pageStart(49, pages(0, 50))).toEqual(before(50, 0));
  expect(pageStart(40, pages(0, 50))).toEqual(before(50, 900));
  expect(pageStart(2, pages(50))).toEqual(top(200));
  expect(pageStart(0, pages(1))).toEqual(top(0));
  const empty = new Map([[3, { ...page(3), first: null, last: null }]]);
  expect(pageStart(4, empty)).toEqual(top(400));
});

test('when games came or went, pages on the other side are forgotten', () => {
  const known = pages(0, 1, 5, 6);
  const numbers = (start: ReturnType<typeof pageStart>, at: number, isSame: boolean): number[] =>
    [...withPage(known, at, page(at), start, isSame).keys()].sort((a, b) => a - b);
  const top = { after: null, before: null, skip: 0 };
  const after = { ...top, after: 'x' };
  const before = { ...top, before: 'x' };
  expect(numbers(after, 2, true)).toEqual([0, 1, 2, 5, 6]);
  expect(numbers(after, 2, false)).toEqual([0, 1, 2]);
  expect(numbers(before, 4, false)).toEqual([4, 5, 6]);
  expect(numbers(top, 3, false)).toEqual([3]);
});

test('a table whose games were not counted grows by a page', () => {
  const withRows = (number: number, count: number): Pages =>
    new Map([[number, { ...page(number), rows: Array<LibraryRow>(count) }]]);
  expect(listedRows(pages(), 700, false)).toBe(700);
  expect(listedRows(pages(), 10_000_000, false)).toBe(100_000);
  expect(listedRows(withRows(0, 100), 10_000_000, true)).toBe(200);
  expect(listedRows(withRows(7, 30), 10_000_000, true)).toBe(730);
  expect(listedRows(withRows(999, 100), 10_000_000, true)).toBe(100_000);
  expect(listedRows(pages(), 10_000_000, true)).toBe(0);
});
