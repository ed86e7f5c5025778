/** The move list: one row per move number, a cell for each side. */
import type { NotatedMove } from '../wire/NotatedMove';
import { turnOf } from './placement';

export interface MoveCell {
  /** How many half-moves have been played after it. */
  readonly ply: number;
  readonly san: string;
}

export interface MoveRow {
  readonly number: number;
  readonly white: MoveCell | null;
  readonly black: MoveCell | null;
}

/** The rows of a game, which may begin at any number and with Black to move. */
export function moveRows(startFen: string, moves: readonly NotatedMove[]): MoveRow[] {
  const rows: MoveRow[] = [];
  let number = firstNumber(startFen);
  let whiteMoves = turnOf(startFen) === 'white';
  moves.forEach(({ san }, index) => {
    const cell = { ply: index + 1, san };
    if (whiteMoves) {
      rows.push({ number, white: cell, black: null });
    } else {
      const begun = rows.pop();
      rows.push({ number, white: begun?.white ?? null, black: cell });
      number += 1;
    }
    whiteMoves = !whiteMoves;
  });
  return rows;
}

/** The number that the first move of a game has. */
export function firstNumber(startFen: string): number {
  const number = Number(startFen.split(' ')[5]);
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** Steps through a game; `null` is its newest position, which stays the newest. */
export function stepTo(target: number, last: number): number | null {
  if (target >= last) return null;
  return Math.max(0, target);
}
