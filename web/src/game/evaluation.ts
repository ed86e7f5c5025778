/** Evaluations as text. */
import type { Messages } from '../i18n/messages';
import type { Nag } from '../study/glyphs';
import type { Value } from '../wire/Value';

/**
 * `+0.35`, `−1.20`, `#3`, `#−2`: from White's point of view, with the minus sign and the decimal mark
 * of the language. A mate on the board is `#`.
 */
export function evaluationText(
  { decimalMark }: Pick<Messages, 'decimalMark'>,
  value: Value,
): string {
  if (value.type === 'mate') return withMinus(isCheckmate(value) ? '#' : `#${value.moves}`);
  const pawns = value.amount / 100;
  return withMinus(`${pawns > 0 ? '+' : ''}${pawns.toFixed(2).replace('.', decimalMark)}`);
}

/** Whether the king on the board is mated. Such an evaluation does not say who has won. */
export function isCheckmate(value: Value): boolean {
  return value.type === 'mate' && value.moves === 0;
}

/** Whether an evaluation is in favor of Black. */
export function favorsBlack(value: Value): boolean {
  return (value.type === 'mate' ? value.moves : value.amount) < 0;
}

/**
 * Centipawns from which each grade counts, the best first, with its glyph for White and for Black.
 * Reviews grade by the same (`STANDINGS` in `crates/review/src/explanation/standing.rs`).
 */
const GRADES: readonly (readonly [least: number, white: Nag, black: Nag])[] = [
  [500, 18, 19],
  [260, 16, 17],
  [80, 14, 15],
  [0, 10, 10],
];

/**
 * An evaluation in words, as annotators grade positions: `White is slightly better`. A mate says in
 * how many moves, since screen readers have no word for `#`; `null` when it is on the board.
 */
export function gradeText({ analysis }: Pick<Messages, 'analysis'>, value: Value): string | null {
  if (isCheckmate(value)) return null;
  if (value.type === 'mate') {
    const side = favorsBlack(value) ? 'black' : 'white';
    return analysis.moment.mate(side, Math.abs(value.moves));
  }
  const grade = GRADES.find(([least]) => Math.abs(value.amount) >= least);
  return analysis.glyphNames[grade?.[favorsBlack(value) ? 2 : 1] ?? 10];
}

/** Figures are written with a minus sign; a hyphen is too short for one. */
function withMinus(text: string): string {
  return text.replace('-', '\u2212');
}
