/** The members of a club by group, as the page shows them. */
import type { Card } from '../wire/Card';
import type { Member } from '../wire/Member';

export interface MemberGroup {
  /** `null` for members without a group. */
  readonly name: string | null;
  readonly members: readonly Member[];
}

export interface MemberFilter {
  readonly text: string;
  /** Only this group; `''` for members without one, `null` for everybody. */
  readonly group: string | null;
}

/** The names of all groups, in the order of the language: 5a, 5b, 10a. */
export function groupNames(members: readonly Member[], language: string): string[] {
  const names = new Set(members.flatMap(({ group }) => (group === null ? [] : [group])));
  return [...names].sort(new Intl.Collator(language, { numeric: true }).compare);
}

/** Cards by group and name in the order of the language; those without a group come last. */
export function sortedCards(cards: readonly Card[], language: string): Card[] {
  const groups = new Intl.Collator(language, { numeric: true });
  const names = new Intl.Collator(language);
  const byGroup = (one: Card, other: Card): number => {
    if (one.group === null || other.group === null) {
      return Number(one.group === null) - Number(other.group === null);
    }
    return groups.compare(one.group, other.group);
  };
  return [...cards].sort(
    (one, other) => byGroup(one, other) || names.compare(one.name, other.name),
  );
}

/** The members who pass a filter, by group; those without a group come last. */
export function byGroup(
  members: readonly Member[],
  { text, group }: MemberFilter,
  language: string,
): MemberGroup[] {
  const words = fold(text).split(/\s+/);
  const names = new Intl.Collator(language);
  const found = members
    .filter((member) => group === null || (member.group ?? '') === group)
    .filter((member) => words.every((word) => fold(member.name).includes(word)))
    .sort((one, other) => names.compare(one.name, other.name));
  return [...groupNames(found, language), null]
    .map((name) => ({ name, members: found.filter((member) => member.group === name) }))
    .filter((group) => group.members.length > 0);
}

/** Text without case and accents: who searches for `zoe` finds Zoë. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
