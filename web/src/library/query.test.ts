import { expect, test } from 'vitest';

import { exportAddress, queryText } from '../api/library';
import { FIRST_QUERY, filtered, findsSame, isFiltered, sortedBy, unfiltered } from './query';

// req: C3
test('a column is sorted both ways, from the end that one expects', () => {
  const byName = sortedBy(FIRST_QUERY, 'white');
  expect([byName.sort, byName.descending]).toEqual(['white', false]);
  expect(sortedBy(byName, 'white').descending).toBe(true);
  expect(sortedBy(byName, 'moves').descending).toBe(true);
});

test('filters are set and cleared, and the order stays', () => {
  const byName = sortedBy(FIRST_QUERY, 'white');
  const some = filtered(byName, { status: 'over', search: 'x' });
  expect(some).toMatchObject({ status: 'over', sort: 'white' });
  expect([isFiltered(some), isFiltered(unfiltered(some))]).toEqual([true, false]);
  expect(unfiltered(some).sort).toBe('white');
});

test('another order finds the same games, another filter does not', () => {
  expect(findsSame(FIRST_QUERY, sortedBy(FIRST_QUERY, 'white'))).toBe(true);
  expect(findsSame(FIRST_QUERY, filtered(FIRST_QUERY, { removed: true }))).toBe(false);
});

// req: C5
test('queries and exports are addresses', () => {
  expect(queryText({ ...FIRST_QUERY, search: 'a b&c' })).toBe(
    'search=a+b%26c&sort=last_played&descending=true&skip=0&limit=100',
  );
  expect(exportAddress('pgn', ['x', 'y'], FIRST_QUERY)).toBe('/api/export?format=pgn&ids=x%2Cy');
  expect(exportAddress('club', [], filtered(FIRST_QUERY, { winner: 'draw', mine: true }))).toBe(
    '/api/export?format=club&winner=draw&mine=true&sort=last_played&descending=true',
  );
});
