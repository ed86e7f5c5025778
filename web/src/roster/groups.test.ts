import { expect, test } from 'vitest';

import type { Member } from '../wire/Member';
import { byGroup, groupNames, sortedCards } from './groups';

const member = (name: string, group: string | null): Member => ({
  name,
  group,
  role: 'member',
  rating: null,
  has_card: false,
  has_password: false,
  created_ms: 0,
});

const MEMBERS = [
  member('Zoë Müller', '5a'),
  member('Åsa', '10b'),
  member('Ben', null),
  member('Émile', '5a'),
  member('Carl', '5b'),
];

test('groups are in the order that people expect, and members without one come last', () => {
  expect(groupNames(MEMBERS, 'en')).toEqual(['5a', '5b', '10b']);
  const groups = byGroup(MEMBERS, { text: '', group: null }, 'en');
  expect(groups.map(({ name, members }) => [name, members.map(({ name }) => name)])).toEqual([
    ['5a', ['Émile', 'Zoë Müller']],
    ['5b', ['Carl']],
    ['10b', ['Åsa']],
    [null, ['Ben']],
  ]);
});

test.each([
  ['zoe', null, ['Zoë Müller']],
  ['MULLER zo', null, ['Zoë Müller']],
  ['', '5a', ['Émile', 'Zoë Müller']],
  ['e', '', ['Ben']],
  ['nobody', null, []],
])('members are found by %j in %j', (text, group, expected) => {
  const groups = byGroup(MEMBERS, { text, group }, 'en');
  expect(groups.flatMap(({ members }) => members.map(({ name }) => name))).toEqual(expected);
});

test('cards are in the order of the language, group by group', () => {
  const cards = MEMBERS.map(({ name, group }) => ({
    name,
    group,
    code: '',
    link: '',
    qr_svg: null,
  }));
  const names = sortedCards(cards, 'fr').map(({ name }) => name);
  expect(names).toEqual(['Émile', 'Zoë Müller', 'Carl', 'Åsa', 'Ben']);
});
