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

/** Points with a half as `½`, and other decimals with the sign of the language: `2.0` is `2`. */
export function pointsText(points: string, language: string): string {
  if (points.endsWith('.0')) return points.slice(0, -2);
  if (points.endsWith('.5')) {
    const whole = points.slice(0, -2);
    return whole === '0' ? '½' : `${whole}½`;
  }
  return decimalText(points, language);
}

/** A number of the server, which writes a dot before decimals. */
export function decimalText(value: string, language: string): string {
  return language === 'en' ? value : value.replace('.', ',');
}

/** Tenths of points as the server writes points. */
export function tenthsText(tenths: number): string {
  return String(tenths / 10);
}
