/** The worth of a position as people write it. */
import type { Value } from '../wire/Value';

/** `+0.35`, `-1.20`, `#3`, `#-2`: what it is worth to White. A mate on the board is `#`. */
export function evaluationText(value: Value): string {
  if (value.type === 'mate') return isMated(value) ? '#' : `#${value.moves}`;
  const pawns = value.amount / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** Whether the mate is on the board. */
export function isMated(value: Value): boolean {
  return value.type === 'mate' && value.moves === 0;
}
