/**
 * The size of the board that the user chose, in percent of the largest one that fits. It counts
 * where there is something beside the board.
 */
import { BOARD_SIZES } from '../../settings/settings';

const STEP = 2;
const PAGE = 10;

export function withinLimits(percent: number): number {
  return Math.min(BOARD_SIZES.max, Math.max(BOARD_SIZES.min, Math.round(percent)));
}

/** The size that a key leads to; `null` for keys that change nothing. */
export function sizeAfterKey(key: string, percent: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return withinLimits(percent + STEP);
    case 'ArrowLeft':
    case 'ArrowDown':
      return withinLimits(percent - STEP);
    case 'PageUp':
      return withinLimits(percent + PAGE);
    case 'PageDown':
      return withinLimits(percent - PAGE);
    case 'Home':
      return BOARD_SIZES.min;
    case 'End':
      return BOARD_SIZES.max;
    default:
      return null;
  }
}

/** A drag of the corner of the board, from where it began. */
export interface Drag {
  readonly x: number;
  readonly y: number;
  /** The width of the board, in pixels, and its size in percent. */
  readonly width: number;
  readonly percent: number;
}

/** The size while the corner is dragged: it follows the pointer along the diagonal. */
export function sizeAfterDrag(drag: Drag, x: number, y: number): number {
  const width = drag.width + (x - drag.x + (y - drag.y)) / 2;
  return withinLimits((drag.percent * width) / drag.width);
}
