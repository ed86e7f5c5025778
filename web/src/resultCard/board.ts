/** A board as part of an SVG document, in which a square is one unit wide. */
import { FILES, type Piece, type Placement } from '../game/placement';
import type { Side } from '../wire/Side';

/** The SVG documents of the pieces, by `white-knight`. */
export type PieceDrawings = (piece: Piece) => string;

const LIGHT = '#eedcbf';
const DARK = '#b98b62';
const MARK = '#9bc700';

export function boardSvg(
  pieces: Placement,
  lastMove: readonly [string, string] | null,
  bottom: Side,
  drawings: PieceDrawings,
): string {
  const marks = (lastMove ?? []).map((square) => {
    const { x, y } = cornerOf(square, bottom);
    return `<rect x="${x}" y="${y}" width="1" height="1" fill="${MARK}" fill-opacity="0.45"/>`;
  });
  const placedPieces = [...pieces].map(([square, piece]) =>
    placed(drawings(piece), square, bottom),
  );
  return [squares(), ...marks, ...placedPieces].join('');
}

function squares(): string {
  const dark = Array.from({ length: 64 }, (_, index) => [index % 8, Math.floor(index / 8)] as const)
    .filter(([x, y]) => (x + y) % 2 === 1)
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  return `<rect width="8" height="8" fill="${LIGHT}"/><path d="${dark.join('')}" fill="${DARK}"/>`;
}

function cornerOf(square: string, bottom: Side): { readonly x: number; readonly y: number } {
  const [file, rank] = [FILES.indexOf(square.charAt(0)), Number(square.charAt(1)) - 1];
  return bottom === 'white' ? { x: file, y: 7 - rank } : { x: 7 - file, y: rank };
}

/** A drawing of a piece on its square: a document within the document. */
function placed(drawing: string, square: string, bottom: Side): string {
  const { x, y } = cornerOf(square, bottom);
  return drawing.trim().replace('<svg ', `<svg x="${x}" y="${y}" width="1" height="1" `);
}
