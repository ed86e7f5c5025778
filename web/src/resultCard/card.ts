/**
 * The result of a game as a picture: players, result, opening, a position, how well both played, and
 * the game in two sentences. It is an SVG document made of text; the pieces and the width of a text
 * come from outside, so nothing here needs a browser.
 */
import type { Placement } from '../game/placement';
import type { Side } from '../wire/Side';
import { boardSvg, type PieceDrawings } from './board';
import { escapeXml, fitted, wrapped, type MeasureText } from './text';

export interface CardPlayer {
  readonly name: string;
  /** `1`, `½`, `0`; empty without a result. */
  readonly score: string;
}

export interface ResultCard {
  readonly white: CardPlayer;
  readonly black: CardPlayer;
  /** How the game ended. */
  readonly end: string;
  readonly opening: string;
  readonly date: string;
  /** The game in two sentences. */
  readonly sentences: string;
  /** How well both sides played: a label with White's and Black's value. */
  readonly rows: readonly (readonly [label: string, white: string, black: string])[];
  readonly pieces: Placement;
  readonly lastMove: readonly [string, string] | null;
  readonly bottom: Side;
}

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const [LEFT, RIGHT] = [622, 1152];
const WIDTH = RIGHT - LEFT;
const INK = '#26231f';
const SOFT = '#6a645b';
const ACCENT = '#2f6b45';

/** The card as an SVG document. */
export function resultCardSvg(
  card: ResultCard,
  drawings: PieceDrawings,
  measure: MeasureText,
): string {
  const board = boardSvg(card.pieces, card.lastMove, card.bottom, drawings);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="${FONT}" fill="${INK}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="#f7f5f1"/>
<rect width="${CARD_WIDTH}" height="10" fill="${ACCENT}"/>
<svg x="48" y="58" width="528" height="528" viewBox="0 0 8 8">${board}</svg>
${heading(card)}
${players(card, measure)}
${facts(card, measure)}
${table(card, measure)}
${sentences(card, measure)}
</svg>`;
}

interface TextStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

function text(x: number, y: number, words: string, style: TextStyle): string {
  const { size, weight = 400, fill = INK, anchor = 'start' } = style;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(words)}</text>`;
}

/** The name of the app and the date. */
function heading({ date }: ResultCard): string {
  return [
    text(LEFT, 82, 'Tabiya', { size: 24, weight: 700, fill: ACCENT }),
    text(RIGHT, 82, date, { size: 21, fill: SOFT, anchor: 'end' }),
  ].join('');
}

function players({ white, black }: ResultCard, measure: MeasureText): string {
  const row = ({ name, score }: CardPlayer, y: number, fill: string): string => {
    const style = { size: 33, weight: 700 };
    const shown = fitted(name, WIDTH - 110, style, measure);
    return [
      `<circle cx="${LEFT + 14}" cy="${y - 11}" r="12" fill="${fill}" stroke="${INK}" stroke-width="2"/>`,
      text(LEFT + 44, y, shown, style),
      text(RIGHT, y, score, { ...style, anchor: 'end' }),
    ].join('');
  };
  return row(white, 148, '#ffffff') + row(black, 200, INK);
}

function facts({ end, opening }: ResultCard, measure: MeasureText): string {
  const [ending, name] = [
    { size: 22, weight: 600, fill: ACCENT },
    { size: 20, fill: SOFT },
  ];
  return [
    text(LEFT, 250, fitted(end, WIDTH, ending, measure), ending),
    text(LEFT, 282, fitted(opening, WIDTH, name, measure), name),
  ].join('');
}

/** Like a score sheet: White's value, what it is, Black's value. */
function table({ rows }: ResultCard, measure: MeasureText): string {
  return rows
    .map(([label, white, black], index) => {
      const y = 332 + index * 34;
      const value = { size: 21, weight: 700 };
      const name = { size: 20, fill: SOFT, anchor: 'middle' } as const;
      const line = `<line x1="${LEFT}" x2="${RIGHT}" y1="${y - 25}" y2="${y - 25}" stroke="#ddd6c9"/>`;
      return [
        line,
        text(LEFT, y, white, value),
        text((LEFT + RIGHT) / 2, y, fitted(label, WIDTH - 200, name, measure), name),
        text(RIGHT, y, black, { ...value, anchor: 'end' }),
      ].join('');
    })
    .join('');
}

const MAX_LINES = 4;

function sentences(card: ResultCard, measure: MeasureText): string {
  const style = { size: 22 };
  const lines = wrapped(card.sentences, WIDTH - 22, MAX_LINES, style, measure);
  if (lines.length === 0) return '';
  const top = 482;
  const bar = `<rect x="${LEFT}" y="${top}" width="5" height="${lines.length * 30 + 4}" rx="2" fill="${ACCENT}"/>`;
  return (
    bar + lines.map((line, index) => text(LEFT + 22, top + 24 + index * 30, line, style)).join('')
  );
}
