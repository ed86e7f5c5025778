/**
 * Pieces on squares, to draw and to describe. Nothing here knows what is legal: positions come from
 * the server as FEN, and moves that it has accepted are only carried out.
 */
import type { LegalMoves } from '../wire/LegalMoves';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Side } from '../wire/Side';

export type Role = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';

export interface Piece {
  readonly color: Side;
  readonly role: Role;
}

/** The pieces by the names of their squares. */
export type Placement = ReadonlyMap<string, Piece>;

export const FILES = 'abcdefgh';

const LETTERS: Readonly<Record<string, Role>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** The role of a letter of FEN or UCI, of either case. */
export function roleOf(letter: string): Role | undefined {
  return LETTERS[letter.toLowerCase()];
}

/** The letter of a piece: upper case for White. */
export function letterOf(piece: Piece): string {
  const letter = piece.role === 'knight' ? 'n' : piece.role.charAt(0);
  return piece.color === 'white' ? letter.toUpperCase() : letter;
}

export function opposite(side: Side): Side {
  return side === 'white' ? 'black' : 'white';
}

/** The pieces of a FEN. Characters that mean nothing are passed over. */
export function placementOf(fen: string): Placement {
  const pieces = new Map<string, Piece>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, fromTop) => {
    let file = 0;
    for (const character of rank) {
      const role = roleOf(character);
      if (role !== undefined) {
        const color = character === character.toUpperCase() ? 'white' : 'black';
        pieces.set(`${FILES.charAt(file)}${8 - fromTop}`, { color, role });
        file += 1;
      } else {
        file += Number(character) || 0;
      }
    }
  });
  return pieces;
}

/** The first field of the FEN of these pieces. */
export function boardField(pieces: Placement): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    let text = '';
    for (const file of FILES) {
      const piece = pieces.get(`${file}${rank}`);
      text += piece === undefined ? '1' : letterOf(piece);
    }
    ranks.push(text.replace(/1+/g, (gap) => String(gap.length)));
  }
  return ranks.join('/');
}

/** The side to move of a FEN. */
export function turnOf(fen: string): Side {
  return fen.split(' ')[1] === 'b' ? 'black' : 'white';
}

/** The pieces after a move that the server has accepted. */
export function afterMove(pieces: Placement, uci: string): Placement {
  const next = new Map(pieces);
  const { from, to, promotion } = squaresOf(uci);
  const piece = pieces.get(from);
  if (piece === undefined) return next;
  next.delete(from);
  if (piece.role === 'king' && isCastling(pieces, piece, from, to)) {
    return castled(next, piece, from, to);
  }
  if (piece.role === 'pawn' && from.charAt(0) !== to.charAt(0) && !pieces.has(to)) {
    next.delete(`${to.charAt(0)}${from.charAt(1)}`);
  }
  next.set(to, { color: piece.color, role: promotion ?? piece.role });
  return next;
}

/** The squares on which a pawn can capture en passant, among its legal destinations. */
export function enPassantTargets(
  pieces: Placement,
  legal: LegalMoves | null,
  from: string | null,
): string[] {
  if (from === null || pieces.get(from)?.role !== 'pawn') return [];
  const targets = legal?.destinations[from] ?? [];
  return targets.filter((to) => to.charAt(0) !== from.charAt(0) && !pieces.has(to));
}

/** Where a move goes from and to, and what a pawn becomes by it. */
export function squaresOf(uci: string): { from: string; to: string; promotion?: Role } {
  const promotion = roleOf(uci.charAt(4));
  const squares = { from: uci.slice(0, 2), to: uci.slice(2, 4) };
  return promotion === undefined ? squares : { ...squares, promotion };
}

/** The positions of a game: the start, and one after each move. */
export function replay(startFen: string, moves: readonly NotatedMove[]): Placement[] {
  const positions: Placement[] = [placementOf(startFen)];
  let pieces = positions[0] ?? new Map();
  for (const move of moves) {
    pieces = afterMove(pieces, move.uci);
    positions.push(pieces);
  }
  return positions;
}

/** The square of a king. */
export function kingOf(pieces: Placement, color: Side): string | undefined {
  for (const [square, piece] of pieces) {
    if (piece.role === 'king' && piece.color === color) return square;
  }
  return undefined;
}

/** A king castles when it goes further than kings go, or onto its own rook. */
export function isCastling(pieces: Placement, king: Piece, from: string, to: string): boolean {
  const target = pieces.get(to);
  if (target?.role === 'rook' && target.color === king.color) return true;
  return from.charAt(1) === to.charAt(1) && Math.abs(fileOf(from) - fileOf(to)) > 1;
}

/** Whether castling goes to the king's side. */
export function castlesShort(from: string, to: string): boolean {
  return fileOf(to) > fileOf(from);
}

function fileOf(square: string): number {
  return FILES.indexOf(square.charAt(0));
}

/** Places king and rook after castling. The rook is the one that the king was moved onto, or the outermost. */
function castled(pieces: Map<string, Piece>, king: Piece, from: string, to: string): Placement {
  const rank = from.charAt(1);
  const short = castlesShort(from, to);
  const isRook = (square: string): boolean => {
    const piece = pieces.get(square);
    return piece?.role === 'rook' && piece.color === king.color;
  };
  const outwards = (short ? [...FILES].reverse() : [...FILES]).map((file) => `${file}${rank}`);
  const rook = isRook(to) ? to : outwards.find(isRook);
  if (rook !== undefined) pieces.delete(rook);
  pieces.set(`${short ? 'g' : 'c'}${rank}`, king);
  pieces.set(`${short ? 'f' : 'd'}${rank}`, { color: king.color, role: 'rook' });
  return pieces;
}
