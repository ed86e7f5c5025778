import { expect, test } from 'vitest';

import type { StudyTag } from '../wire/StudyTag';
import { withOpening } from './tags';

const ITALIAN = { eco: 'C50', name: 'Giuoco Piano' };
const ADA: StudyTag = { name: 'White', value: 'Ada' };
const ECO: StudyTag = { name: 'ECO', value: 'A00' };
const NAMED: StudyTag = { name: 'Opening', value: 'Mine' };
const BOTH: StudyTag[] = [
  { name: 'ECO', value: 'C50' },
  { name: 'Opening', value: 'Giuoco Piano' },
];

test.each([
  ['a known opening is told', [ADA], ITALIAN, [ADA, ...BOTH]],
  ['a game without tags gets them', [], ITALIAN, BOTH],
  ['a code that is there stays', [ECO], ITALIAN, [ECO]],
  ['a name that is there stays', [NAMED, ADA], ITALIAN, [NAMED, ADA]],
  ['no opening, no tags', [ADA], null, [ADA]],
])('%s', (_, tags, opening, expected) => {
  expect(withOpening(tags, opening)).toEqual(expected);
});
