/**
 * The names of openings as the app gets them. The table of the crate `openings` has the moves to
 * each; the app gets every position on the way of those lines, and the names of those that have
 * one.
 */
import { readFileSync } from 'node:fs';

import {
  afterMove,
  boardField,
  opposite,
  placementOf,
  type Placement,
} from '../src/game/placement';
import type { Side } from '../src/wire/Side';

/** The table that the programs have, too. */
export const TABLE = new URL('../../crates/openings/data/openings.tsv', import.meta.url);

interface Step {
  readonly pieces: Placement;
  readonly turn: Side;
}

const START: Step = {
  pieces: placementOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'),
  turn: 'white',
};

/**
 * A line of text for every position: the pieces and whose turn it is, and, where it has a name, a
 * tab and its code and name. Lines that go the same way stand together, which compresses well.
 */
export function theoryText(table: string = readFileSync(TABLE, 'utf8')): string {
  const names = new Map<string, string>([[keyOf(START), '']]);
  for (const row of table.split('\n').filter((line) => line !== '')) {
    const [eco, name, moves] = row.split('\t');
    if (eco === undefined || name === undefined || moves === undefined) {
      throw new Error(`the table of openings has a damaged row: ${row}`);
    }
    let step = START;
    for (const uci of moves.split(' ')) {
      step = { pieces: afterMove(step.pieces, uci), turn: opposite(step.turn) };
      names.set(keyOf(step), names.get(keyOf(step)) ?? '');
    }
    names.set(keyOf(step), `\t${eco} ${name}`);
  }
  return [...names].map(([key, name]) => `${key}${name}`).join('\n');
}

/** Placement and side to move, by which the app asks. */
function keyOf({ pieces, turn }: Step): string {
  return `${boardField(pieces)} ${turn.charAt(0)}`;
}
