import { expect, test } from 'vitest';

import { libraryPath, queryOf } from './address';
import { FIRST_QUERY, filtered, sortedBy } from './query';

test('a query survives in the address', () => {
  const byName = sortedBy(FIRST_QUERY, 'white');
  for (const [query, path] of [
    [FIRST_QUERY, '/library'],
    [byName, '/library?sort=white'],
    [sortedBy(byName, 'white'), '/library?sort=white&order=descending'],
    [sortedBy(FIRST_QUERY, 'last_played'), '/library?order=ascending'],
    [
      filtered(FIRST_QUERY, { search: 'a b&c', winner: 'draw' }),
      '/library?search=a+b%26c&winner=draw',
    ],
    [filtered(FIRST_QUERY, { status: 'over', mine: true }), '/library?status=over&list=mine'],
    [filtered(FIRST_QUERY, { removed: true }), '/library?list=deleted'],
  ] as const) {
    expect(libraryPath(query)).toBe(path);
    expect(queryOf(path.slice('/library'.length))).toEqual(query);
  }
});

test('an address that means nothing shows the whole library', () => {
  expect(queryOf('?sort=nonsense&order=up&status=x&winner=y&search=%20&list=z')).toEqual(
    FIRST_QUERY,
  );
});

test('a search text is no longer than the server accepts', () => {
  expect(queryOf(`?search=${'x'.repeat(100)}`).search).toHaveLength(64);
});
