/** Results as they are written on score sheets, and what they are worth to either side. */
import type { BoardResult } from '../wire/BoardResult';
import type { PointValues } from '../wire/PointValues';
import type { Side } from '../wire/Side';

/** The results that are entered with one click, from White's win to Black's. */
export const PLAYED = ['white_wins', 'draw', 'black_wins'] as const satisfies BoardResult[];

/** The results of games that were not played, and those that an arbiter decides. */
export const OTHERS = [
  'white_wins_by_forfeit',
  'black_wins_by_forfeit',
  'double_forfeit',
  'draw_for_white_only',
  'draw_for_black_only',
  'double_loss',
] as const satisfies BoardResult[];

/** What each side gets; forfeits have signs of their own. */
const SIGNS: Readonly<Record<BoardResult, readonly [white: string, black: string]>> = {
  white_wins: ['1', '0'],
  draw: ['½', '½'],
  black_wins: ['0', '1'],
  white_wins_by_forfeit: ['+', '−'],
  black_wins_by_forfeit: ['−', '+'],
  double_forfeit: ['−', '−'],
  draw_for_white_only: ['½', '0'],
  draw_for_black_only: ['0', '½'],
  double_loss: ['0', '0'],
};

/** A result as on a score sheet: `1–0`, and `+ −` for a forfeit. */
export function resultText(result: BoardResult): string {
  return SIGNS[result].join(isForfeit(result) ? ' ' : '–');
}

/** What one side sees of a result. */
export function signFor(result: BoardResult, side: Side): string {
  return SIGNS[result][side === 'white' ? 0 : 1];
}

export function isForfeit(result: BoardResult): boolean {
  return result.endsWith('forfeit');
}

/** The points of one side, in tenths. */
export function pointsFor(result: BoardResult, side: Side, points: PointValues): number {
  const sign = signFor(result, side);
  if (sign === '1' || sign === '+') return points.win;
  if (sign === '½') return points.draw;
  return sign === '−' ? 0 : points.loss;
}

/** The result of a player's own words. */
export function reportOf(outcome: 'won' | 'drew' | 'lost', side: Side): BoardResult {
  if (outcome === 'drew') return 'draw';
  return (outcome === 'won') === (side === 'white') ? 'white_wins' : 'black_wins';
}

/** The fractions that have a sign, by their decimals. */
const FRACTIONS: Readonly<Record<string, string>> = { '': '', 0: '', 25: '¼', 5: '½', 75: '¾' };

/** Points with a half as `½`, and other decimals with the sign of the language: `2.0` is `2`. */
export function pointsText(points: string, language: string): string {
  return fractionText(points) ?? decimalText(points, language);
}

/**
 * The numbers of a column, which are all written in the same way: with fractions, or with decimals
 * where one of them needs those.
 */
export function columnTexts(
  values: readonly (string | null)[],
  language: string,
): readonly (string | null)[] {
  const hasDecimals = values.some((value) => value !== null && fractionText(value) === null);
  return values.map((value) => {
    if (value === null) return null;
    return hasDecimals ? decimalText(value, language) : fractionText(value);
  });
}

/** A number of the server with whole numbers and fractions; `null` if that cannot be written. */
function fractionText(value: string): string | null {
  const [whole = '', decimals = ''] = value.split('.');
  const fraction = FRACTIONS[decimals];
  if (fraction === undefined) return null;
  return whole === '0' && fraction !== '' ? fraction : `${whole}${fraction}`;
}

/** A number of the server, which writes a dot before decimals. */
export function decimalText(value: string, language: string): string {
  return language === 'en' ? value : value.replace('.', ',');
}

/** Tenths of points as the server writes points. */
export function tenthsText(tenths: number): string {
  return String(tenths / 10);
}
