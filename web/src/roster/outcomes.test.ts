import { expect, test } from 'vitest';

import type { RosterOutcome } from '../wire/RosterOutcome';
import { countOutcomes, errorsFirst } from './outcomes';

const OUTCOMES: RosterOutcome[] = [
  { type: 'new' },
  { type: 'error', reason: 'no_name', value: '' },
  { type: 'unchanged' },
  { type: 'error', reason: 'bad_rating', value: 'x' },
  { type: 'changed', group: null, rating: 900 },
  { type: 'new' },
];
const ROWS = OUTCOMES.map((outcome, index) => ({
  line: index + 2,
  name: '',
  group: null,
  rating: null,
  outcome,
}));

test('outcomes are counted', () => {
  expect(countOutcomes(ROWS)).toEqual({ new: 2, changed: 1, unchanged: 1, error: 2 });
});

test('what is wrong comes first, in the order of the file', () => {
  expect(errorsFirst(ROWS).map(({ line }) => line)).toEqual([3, 5, 2, 4, 6, 7]);
});
