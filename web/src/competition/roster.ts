/** The members of the club, for choosing players. */
import type { Member } from '../wire/Member';

/** A member; a server without a roster knows no groups and ratings. */
export type RosterMember = Pick<Member, 'name'> & {
  readonly group?: string | null;
  readonly rating?: number | null;
};

export interface MemberGroup {
  /** The name; empty for those without a group. */
  readonly group: string;
  readonly members: readonly RosterMember[];
}

/** The members whose name or group contains a text, by group; those without one come last. */
export function membersByGroup(
  members: readonly RosterMember[],
  search: string,
): readonly MemberGroup[] {
  const wanted = search.trim().toLowerCase();
  const groups = new Map<string, RosterMember[]>();
  for (const member of members) {
    const group = member.group ?? '';
    const isFound = `${member.name}\n${group}`.toLowerCase().includes(wanted);
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), member]);
  }
  return [...groups]
    .map(([group, some]) => ({ group, members: some.sort(byName) }))
    .sort((a, b) => Number(a.group === '') - Number(b.group === '') || compare(a.group, b.group));
}

function byName(one: RosterMember, other: RosterMember): number {
  return compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
