/**
 * A move in SAN before it is played, from what the server says is legal. Whether it gives check
 * only the rules know; that sign comes with the move itself.
 */
import type { Legal } from '../wire/Legal';
import { castlesShort, isCastling, letterOf, type Placement, type Role } from './placement';
import type { Chosen } from './typed';

/** The move as people write it, without the signs for check and mate. */
export function sanOf(men: Placement, legal: Legal, { from, to, promotion }: Chosen): string {
  const man = men.get(from);
  if (man === undefined) return `${from}${to}`;
  if (man.role === 'king' && isCastling(men, man, from, to)) {
    return castlesShort(from, to) ? 'O-O' : 'O-O-O';
  }
  if (man.role === 'pawn') {
    const start = from.charAt(0) === to.charAt(0) ? '' : `${from.charAt(0)}x`;
    return `${start}${to}${promotion === null ? '' : `=${letter(promotion)}`}`;
  }
  const takes = men.has(to) ? 'x' : '';
  return `${letter(man.role)}${distinction(men, legal, man.role, from, to)}${takes}${to}`;
}

function letter(role: Role): string {
  return letterOf({ color: 'white', role });
}

/** As much of the origin as tells the man from its twins: the file, else the rank, else both. */
function distinction(men: Placement, legal: Legal, role: Role, from: string, to: string): string {
  const twins = Object.entries(legal.destinations)
    .filter(([other, targets]) => other !== from && (targets?.includes(to) ?? false))
    .map(([other]) => other)
    .filter((other) => men.get(other)?.role === role);
  const [file, rank] = [from.charAt(0), from.charAt(1)];
  if (twins.length === 0) return '';
  if (twins.every((twin) => twin.charAt(0) !== file)) return file;
  if (twins.every((twin) => twin.charAt(1) !== rank)) return rank;
  return from;
}
