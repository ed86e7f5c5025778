/** The order of people in lists: the members of the club, for choosing players, and the players. */
import type { EntrantView } from '../wire/EntrantView';
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
  language: string,
): readonly MemberGroup[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const wanted = search.trim().toLowerCase();
  const groups = new Map<string, RosterMember[]>();
  for (const member of members) {
    const group = member.group ?? '';
    const isFound = `${member.name}\n${group}`.toLowerCase().includes(wanted);
    if (isFound) groups.set(group, [...(groups.get(group) ?? []), member]);
  }
  return [...groups]
    .map(([group, some]) => ({ group, members: some.sort((a, b) => compare(a.name, b.name)) }))
    .sort((a, b) => Number(a.group === '') - Number(b.group === '') || compare(a.group, b.group));
}

/**
 * The players by starting number. Before the first round, nobody has one: the strongest come first,
 * and equals by name; later, who has none comes last.
 */
export function entrantsInOrder(
  entrants: readonly EntrantView[],
  started: boolean,
  language: string,
): readonly EntrantView[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const rank = ({ starting_number, rating }: EntrantView): number =>
    starting_number ?? (started ? 10_000 : 5000 - (rating ?? 0));
  return entrants.toSorted((a, b) => rank(a) - rank(b) || compare(a.name, b.name) || a.id - b.id);
}
