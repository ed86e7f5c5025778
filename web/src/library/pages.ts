/**
 * The pages of a list that were fetched. A page is asked for by the place of a row next to it, so that
 * games which come and go meanwhile neither repeat a row nor hide one.
 */
import type { LibraryPage } from '../wire/LibraryPage';
import type { LibraryQuery } from '../wire/LibraryQuery';
import { MAX_ROWS, PAGE } from './query';
import type { Range } from './viewport';

/** The pages by their number, from 0. */
export type Pages = ReadonlyMap<number, LibraryPage>;

/** Where a page begins: after a place, before one, or at the first game, and how far from there. */
export type PageStart = Pick<LibraryQuery, 'after' | 'before' | 'skip'>;

/** The pages that have the rows of a range. */
export function pagesOf({ first, end }: Range): number[] {
  if (end <= first) return [];
  const page = Math.floor(first / PAGE);
  return Array.from({ length: Math.ceil(end / PAGE) - page }, (_, index) => page + index);
}

/**
 * How many rows the table has: all games found, or those known to be there and a page more where their
 * number is an estimate.
 */
export function listedRows(known: Pages, total: number, isEstimate: boolean): number {
  if (!isEstimate) return Math.min(total, MAX_ROWS);
  const ends = [...known].map(([number, { rows }]) => {
    const end = number * PAGE + rows.length;
    return rows.length < PAGE ? end : end + PAGE;
  });
  return Math.min(Math.max(0, ...ends), MAX_ROWS);
}

/** The start of a page by the number of games before it. */
export function fromTop(page: number): PageStart {
  return { after: null, before: null, skip: page * PAGE };
}

/** The start of a page from the nearest page that is known; the first page has none above it. */
export function pageStart(page: number, known: Pages): PageStart {
  let [nearest, between] = [fromTop(page), page];
  if (page === 0) return nearest;
  for (const [number, { first, last }] of known) {
    const distance = Math.abs(number - page) - 1;
    const place = number < page ? last : first;
    if (place === null || distance < 0 || distance >= between) continue;
    const [after, before] = number < page ? [place, null] : [null, place];
    nearest = { after, before, skip: distance * PAGE };
    between = distance;
  }
  return nearest;
}

/**
 * The pages that are known after another was fetched. Where games came or went meanwhile, only those
 * on the side from which it was reached still have their numbers.
 */
export function withPage(
  known: Pages,
  page: number,
  fetched: LibraryPage,
  start: PageStart,
  isSame: boolean,
): Pages {
  const keeps = (number: number): boolean => {
    if (isSame) return true;
    return start.after !== null ? number < page : start.before !== null && number > page;
  };
  const kept = [...known].filter(([number]) => keeps(number));
  return new Map([...kept, [page, fetched]]);
}
