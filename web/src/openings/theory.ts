/**
 * Which opening a game is, and whether it is still in theory: in a position that some known line
 * passes through. Positions are known by their pieces and the side to move, so that a game which gets
 * there by other moves has the name too.
 */
import { boardField, opposite, placementOf, replay, turnOf } from '../game/placement';
import type { NotatedMove } from '../wire/NotatedMove';

export interface Opening {
  /** The code of the Encyclopaedia of Chess Openings, such as `C50`. */
  readonly eco: string;
  /** In English; `names.ts` has it in other languages. */
  readonly name: string;
}

/** The positions of theory with the opening of each; null for those that only lead on. */
export type Theory = ReadonlyMap<string, Opening | null>;

export interface Found {
  readonly opening: Opening;
  /** The game has not left theory yet. */
  readonly inTheory: boolean;
}

/** Reads the text that the build makes: positions, and behind a tab their codes and names. */
export function readTheory(text: string): Theory {
  return new Map(
    text.split('\n').map((line) => {
      const [key = '', name] = line.split('\t');
      const opening = name === undefined ? null : { eco: name.slice(0, 3), name: name.slice(4) };
      return [key, opening];
    }),
  );
}

/** The opening of a game: the last of its positions that has a name. None in Chess960. */
export function openingOf(
  theory: Theory,
  startFen: string,
  moves: readonly NotatedMove[],
): Found | null {
  if (!castlesAsUsual(startFen)) return null;
  const positions = replay(startFen, moves);
  let turn = turnOf(startFen);
  const keys = positions.map((pieces) => {
    const key = `${boardField(pieces)} ${turn.charAt(0)}`;
    turn = opposite(turn);
    return key;
  });
  const named = keys.findLast((key) => theory.get(key));
  const opening = named === undefined ? null : theory.get(named);
  return opening ? { opening, inTheory: theory.has(keys.at(-1) ?? '') } : null;
}

/** Where king and rook of each right to castle stand in ordinary chess. */
const CASTLERS: Readonly<Record<string, readonly [king: string, rook: string]>> = {
  K: ['e1', 'h1'],
  Q: ['e1', 'a1'],
  k: ['e8', 'h8'],
  q: ['e8', 'a8'],
};

/** Whether all who may still castle do it from the squares of ordinary chess. */
function castlesAsUsual(fen: string): boolean {
  const pieces = placementOf(fen);
  const rights = (fen.split(' ')[2] ?? '-').replace('-', '');
  return [...rights].every((right) => {
    const [king = '', rook = ''] = CASTLERS[right] ?? [];
    return pieces.get(king)?.role === 'king' && pieces.get(rook)?.role === 'rook';
  });
}
