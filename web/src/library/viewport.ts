/**
 * Which rows of a long list are drawn. All rows of the list have one height, so that the position of
 * a row follows from its index and the scroll bar is true before the rows are loaded.
 */

/** Rows from `first` up to, but not including, `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

export interface Viewport {
  /** How far the top of the window is below the top of the list, in pixels; negative above it. */
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

/** Rows that are drawn above and below the window, so that scrolling does not outrun them. */
const OVERSCAN = 6;

/** The rows in the window and a few around it. */
export function visibleRange({ top, height, rowHeight }: Viewport, total: number): Range {
  const within = (index: number): number => Math.min(total, Math.max(0, index));
  return {
    first: within(Math.floor(top / rowHeight) - OVERSCAN),
    end: within(Math.ceil((top + height) / rowHeight) + OVERSCAN),
  };
}

/** The indexes to draw: those of the range, and the active row, which may have the focus. */
export function drawnRows({ first, end }: Range, active: number, total: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  if (active >= total || (active >= first && active < end)) return rows;
  return active < first ? [active, ...rows] : [...rows, active];
}

/** Whole rows in the window, for Page Up and Page Down. */
export function pageRows({ height, rowHeight }: Viewport): number {
  return Math.max(1, Math.floor(height / rowHeight) - 2);
}

/** How far to scroll until a row is in the window, below what covers its top. */
export function scrollDistance(
  { top, height, rowHeight }: Viewport,
  index: number,
  covered: number,
): number {
  const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
  if (start < top + covered) return start - top - covered;
  return Math.max(0, end - top - height);
}
