/** What the projector shows, one slide after the other: long lists take several. */

/** More rows than these would be too small to read from the back of a hall. */
export const MAX_ROWS = 10;
/** Fewer rows than these do not become any larger. */
export const MIN_ROWS = 6;

export type Shown = 'pairings' | 'standings';

export interface Slide {
  readonly shown: Shown;
  /** The first row, and how many there are. */
  readonly start: number;
  readonly count: number;
  /** The number of this page of the list, from 1, and how many it has. */
  readonly page: number;
  readonly pages: number;
}

/** The slides of lists with these lengths. The pages of a list have about the same length. */
export function slidesOf(lists: readonly (readonly [Shown, number])[]): readonly Slide[] {
  return lists.flatMap(([shown, length]) => {
    const pages = Math.ceil(length / MAX_ROWS);
    const size = pages === 0 ? 0 : Math.ceil(length / pages);
    return Array.from({ length: pages }, (_, index) => {
      const start = index * size;
      const count = Math.min(size, length - start);
      return { shown, start, count, page: index + 1, pages };
    });
  });
}
