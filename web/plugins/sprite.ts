/**
 * A set of pieces as one picture, of which each piece shows its part. A browser makes a document of
 * every SVG in a style sheet, all of them while it computes the first board's style: one takes a
 * quarter of the time of twelve.
 */
import { readFileSync } from 'node:fs';

/** A drawing of a piece. */
export interface PieceDrawing {
  readonly color: string;
  readonly role: string;
  readonly svg: string;
}

const COLORS = ['white', 'black'] as const;
const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
/** The size of a piece in the picture. */
const CELL = 48;

const CLASSIC = new URL(
  '../node_modules/@lichess-org/chessground/assets/chessground.cburnett.css',
  import.meta.url,
);
const EMBEDDED = /piece\.(\w+)\.(\w+)\s*\{[^}]*base64,([^')]+)/g;

/** The sets. Classic: by Colin M.L. Burnett, from chessground, GPL-2.0-or-later. The others are our own. */
export const pieceSets: Readonly<Record<string, () => PieceDrawing[]>> = {
  classic: () => embedded(readFileSync(CLASSIC, 'utf8')),
  flat: () => fromFiles('flat'),
  shapes: () => fromFiles('shapes'),
};

/** The drawings that a style sheet has in it. */
function embedded(css: string): PieceDrawing[] {
  return [...css.matchAll(EMBEDDED)].map(([, role = '', color = '', svg = '']) => ({
    color,
    role,
    svg: Buffer.from(svg, 'base64').toString(),
  }));
}

function fromFiles(set: string): PieceDrawing[] {
  const read = (color: string, role: string): string =>
    readFileSync(
      new URL(`../src/theme/pieces/${set}/${color}-${role}.svg`, import.meta.url),
      'utf8',
    );
  return COLORS.flatMap((color) => ROLES.map((role) => ({ color, role, svg: read(color, role) })));
}

/** The picture of a set with the part that each piece shows. */
export function styleSheet(drawings: readonly PieceDrawing[]): string {
  const [width, height] = [ROLES.length * CELL, COLORS.length * CELL];
  const cells = COLORS.flatMap((color, row) =>
    ROLES.map((role, column) => {
      const piece = drawings.find((one) => one.color === color && one.role === role);
      if (piece === undefined) throw new Error(`the set of pieces has no ${color} ${role}`);
      const position = `${(column * 100) / (ROLES.length - 1)}% ${row * 100}%`;
      return {
        svg: cell(piece.svg, column * CELL, row * CELL),
        rule: `.cg-wrap piece.${color}.${role}{background-position:${position}}`,
      };
    }),
  );
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}">${cells.map(({ svg }) => svg).join('')}</svg>`;
  const shared =
    `.cg-wrap piece:is(.white,.black){background:url('${dataAddress(picture)}') no-repeat;` +
    `background-size:${ROLES.length * 100}% ${COLORS.length * 100}%}`;
  return [shared, ...cells.map(({ rule }) => rule)].join('\n');
}

/** A picture as an address. Readable text compresses better than Base64. */
function dataAddress(svg: string): string {
  const escaped = svg.replaceAll(/[%#'<>]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `data:image/svg+xml,${escaped.replaceAll('"', '%27')}`;
}

/** A drawing as a part of the picture. */
function cell(svg: string, x: number, y: number): string {
  const [root = ''] = /<svg[^>]*>/.exec(svg) ?? [];
  const side = /\bwidth="(\d+)"/.exec(root)?.[1];
  const viewBox = /viewBox="([^"]+)"/.exec(root)?.[1] ?? `0 0 ${side} ${side}`;
  const place = `<svg x="${x}" y="${y}" width="${CELL}" height="${CELL}" viewBox="${viewBox}">`;
  return svg
    .trim()
    .replaceAll(/>\s+</g, '><')
    .replace(/<svg[^>]*>/, place);
}
