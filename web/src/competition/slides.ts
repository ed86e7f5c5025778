/** What the projector shows, one slide after the other: long lists take several. */

/** More rows than these would be too small to read from the back of a hall. */
export const MAX_ROWS = 10;
/** Fewer rows than these do not become any larger. */
export const MIN_ROWS = 3;
/** Names that are longer are cut. */
const MAX_NAME_LENGTH = 60;
/** Shorter names do not become any larger. */
const MIN_NAME_LENGTH = 10;

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

/**
 * The length of the longest name on a slide, in characters: on one line, and in the better of all ways
 * to write names on two lines.
 */
export function nameLengths(names: readonly string[]): {
  readonly one: number;
  readonly two: number;
} {
  const longest = (lengths: readonly number[]): number =>
    Math.min(MAX_NAME_LENGTH, Math.max(MIN_NAME_LENGTH, ...lengths));
  return {
    one: longest(names.map((name) => name.length)),
    two: longest(names.map(onTwoLines)),
  };
}

/** The longer line of a name on two lines, which are as even as its words allow. */
function onTwoLines(name: string): number {
  const breaks = [...name.matchAll(/[ -]/g)].map(({ 0: mark, index }) =>
    Math.max(index + (mark === '-' ? 1 : 0), name.length - index - 1),
  );
  return Math.min(name.length, ...breaks);
}
