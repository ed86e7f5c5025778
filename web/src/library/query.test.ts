import { expect, test } from 'vitest';

import { exportAddress, queryText } from '../api/library';
import { FIRST_QUERY, filtered, sortedBy, toggled, toggledAll, withPage } from './query';

// req: C3
test('a column is sorted both ways, from the end that one expects', () => {
  const byName = sortedBy(FIRST_QUERY, 'white');
  expect([byName.sort, byName.descending]).toEqual(['white', false]);
  expect(sortedBy(byName, 'white').descending).toBe(true);
  expect(sortedBy(byName, 'moves').descending).toBe(true);
});

test('another filter begins at the first page', () => {
  const second = withPage(FIRST_QUERY, 1, 60);
  expect(second.offset).toBe(25);
  expect(filtered(second, { status: 'over' })).toMatchObject({ offset: 0, status: 'over' });
});

test('pages stay within what there is', () => {
  expect(withPage(FIRST_QUERY, -1, 60).offset).toBe(0);
  expect(withPage(FIRST_QUERY, 9, 60).offset).toBe(50);
  expect(withPage(FIRST_QUERY, 1, 0).offset).toBe(0);
});

test('rows are selected one by one and all at once', () => {
  const one = toggled(new Set(), 'a');
  expect([...one, toggled(one, 'a').size]).toEqual(['a', 0]);
  const all = toggledAll(one, ['a', 'b']);
  expect([...all]).toEqual(['a', 'b']);
  expect(toggledAll(all, ['a', 'b']).size).toBe(0);
});

// req: C5
test('queries and exports are addresses', () => {
  expect(queryText({ ...FIRST_QUERY, search: 'a b&c' })).toBe(
    'search=a+b%26c&sort=last_played&descending=true&offset=0&limit=25',
  );
  expect(exportAddress('pgn', ['x', 'y'], FIRST_QUERY)).toBe('/api/export?format=pgn&ids=x%2Cy');
  expect(exportAddress('club', [], filtered(FIRST_QUERY, { winner: 'draw', mine: true }))).toBe(
    '/api/export?format=club&winner=draw&mine=true&sort=last_played&descending=true',
  );
});
