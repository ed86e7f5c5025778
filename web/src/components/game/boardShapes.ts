/** What is drawn on the board besides pieces, as chessground wants it. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';

import { brushOf, type Shape } from '../../study/notes';

/** An arrow by its rank: the first stands out, and each of the others is thinner. */
export function arrowOf([from, to]: readonly [string, string], rank: number): DrawShape {
  const [orig, dest] = [from as Key, to as Key];
  if (rank === 0) return { orig, dest, brush: 'blue' };
  return { orig, dest, brush: 'paleBlue', modifiers: { lineWidth: 10 - rank } };
}

/** A shape of a study, to draw it. */
export function drawnShape({ brush, from, to }: Shape): DrawShape {
  const orig = from as Key;
  return to === null ? { orig, brush } : { orig, dest: to as Key, brush };
}

/** A shape that was drawn, to save it. */
export function shapeOf({ orig, dest, brush }: DrawShape): Shape {
  return { brush: brushOf(brush), from: orig, to: dest ?? null };
}
