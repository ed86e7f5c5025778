/** Material that is won, as counted pieces. */
import type { MaterialGain } from '../wire/MaterialGain';

/** A number of pieces of a role. */
export interface CountedRole {
  readonly role: string;
  readonly count: number;
}

/** The pieces by role, in the given order. */
export function countRoles(roles: readonly string[]): CountedRole[] {
  const counts = new Map<string, number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].map(([role, count]) => ({ role, count }));
}

/** True for a rook won for a knight or a bishop. */
export function isExchange({ won, cost }: MaterialGain): boolean {
  const isMinor = cost.length === 1 && (cost[0] === 'knight' || cost[0] === 'bishop');
  return won.length === 1 && won[0] === 'rook' && isMinor;
}

/** A list in words: `a, b and c`. */
export function listed(items: readonly string[], and: string): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${and} ${last}`;
}
