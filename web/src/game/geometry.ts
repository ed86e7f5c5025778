/** Where squares are on a drawn board, which either side can be at the bottom of. */
import type { Side } from '../wire/Side';
import { FILES } from './placement';

/** A square counted from the top left corner of the board, from 0 to 7. */
export interface GridPosition {
  readonly column: number;
  readonly row: number;
}

export function gridPosition(square: string, orientation: Side): GridPosition {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1));
  return orientation === 'white'
    ? { column: file, row: 8 - rank }
    : { column: 7 - file, row: rank - 1 };
}

/** The CSS that puts an element of the size of a square over it. */
export function squareStyle(square: string, orientation: Side): string {
  const { column, row } = gridPosition(square, orientation);
  return `left: ${column * 12.5}%; top: ${row * 12.5}%`;
}
