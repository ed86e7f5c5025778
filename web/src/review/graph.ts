/**
 * The graph of White's chances. Its width is the half-moves of the game, its height a hundred
 * percent with White's on top.
 */
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { ReviewReport } from '../wire/ReviewReport';

const HEIGHT = 100;

/** The width of the graph of so many positions; one of a single position has some too. */
export function widthOf(total: number): number {
  return Math.max(1, total - 1);
}

/** The area below the chances of all that is known, as the path of an SVG; empty for nothing. */
export function areaPath(positions: ReadonlyMap<number, ReviewedPosition>): string {
  const known = [...positions.values()].sort((one, other) => one.ply - other.ply);
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return '';
  const points = known.map((one) => `L${one.ply} ${rounded(HEIGHT - one.win_percent)}`);
  return `M${first.ply} ${HEIGHT}${points.join('')}L${last.ply} ${HEIGHT}Z`;
}

/** The half-move below a place of the graph, from 0 at its left to 1 at its right. */
export function plyAt(share: number, total: number): number {
  const width = total - 1;
  return Math.min(width, Math.max(0, Math.round(share * width)));
}

/** Where a half-move is, in percent of the width. */
export function placeOf(ply: number, total: number): number {
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
  const begins: readonly (readonly [Phase, number | null])[] = [
    ['opening', 0],
    ['middlegame', middlegame],
    ['endgame', endgame],
  ];
  const there = begins.flatMap(([phase, from]) => (from === null ? [] : [{ phase, from }]));
  return there
    .map(({ phase, from }, index) => ({ phase, from, to: there[index + 1]?.from ?? end }))
    .filter(({ from, to }) => to > from);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
