/** Evaluations as text. */
import type { Messages } from '../i18n/messages';
import type { Value } from '../wire/Value';

/**
 * `+0.35`, `-1.20`, `#3`, `#-2`: from White's point of view, with the decimal mark of the language. A
 * mate on the board is `#`.
 */
export function evaluationText(
  { decimalMark }: Pick<Messages, 'decimalMark'>,
  value: Value,
): string {
  if (value.type === 'mate') return value.moves === 0 ? '#' : `#${value.moves}`;
  const pawns = value.amount / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2).replace('.', decimalMark)}`;
}
