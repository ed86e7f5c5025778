/**
 * The graph of White's chances. Its x axis is the half-moves of the game, its y axis percent, with
 * 100 on top.
 */
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { ReviewReport } from '../wire/ReviewReport';

const HEIGHT = 100;

/** The width of the graph of so many positions; at least 1. */
export function widthOf(total: number): number {
  return Math.max(1, total - 1);
}

/** The area below the known chances, as an SVG path; empty if none are known. */
export function areaPath(positions: ReadonlyMap<number, ReviewedPosition>): string {
  const known = [...positions.values()].sort((one, other) => one.ply - other.ply);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return '';
  const points = known.map((one) => `L${one.ply} ${rounded(HEIGHT - one.win_percent)}`);
  return `M${first.ply} ${HEIGHT}${points.join('')}L${last.ply} ${HEIGHT}Z`;
}

/** The range of half-moves whose chances are known, from 0 to the width; `null` if none are. */
export function knownRange(positions: ReadonlyMap<number, ReviewedPosition>): Range | null {
  const plies = [...positions.keys()];
  if (plies.length === 0) return null;
  return { from: Math.min(...plies), to: Math.max(...plies) };
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The half-move at a share of the width, from 0 on the left to 1 on the right. */
export function plyAt(share: number, total: number): number {
  const width = total - 1;
  return Math.min(width, Math.max(0, Math.round(share * width)));
}

/** The x coordinate of a half-move, in percent of the width. */
export function xPercent(ply: number, total: number): number {
  return (100 * ply) / widthOf(total);
}

export type Phase = 'opening' | 'middlegame' | 'endgame';

export interface Span {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number;
}

/** The phases that the game had, each with the half-moves it goes from and to. */
export function spansOf({ middlegame, endgame }: ReviewReport, total: number): Span[] {
  const end = widthOf(total);
  const starts: readonly (readonly [Phase, number | null])[] = [
    ['opening', 0],
    ['middlegame', middlegame],
    ['endgame', endgame],
  ];
  const present = starts.flatMap(([phase, from]) => (from === null ? [] : [{ phase, from }]));
  return present
    .map(({ phase, from }, index) => ({ phase, from, to: present[index + 1]?.from ?? end }))
    .filter(({ from, to }) => to > from);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
