import { expect, test } from 'vitest';

import { placeOf } from './place';

test('the place in the history is read back, and anything else is none', () => {
  const place = { visit: 'v', scroll: 1200, active: 31, first: 24 };
  expect(placeOf({ library: place })).toEqual(place);
  expect(placeOf({ library: { visit: 'v', scroll: -1, active: 'x' } })).toEqual({
    visit: 'v',
    scroll: 0,
    active: 0,
    first: 0,
  });
  for (const state of [null, 'library', {}, { library: null }, { library: { visit: 1 } }]) {
    expect(placeOf(state)).toBeNull();
  }
});
