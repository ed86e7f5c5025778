import { expect, test } from 'vitest';

import { EVERYTHING, isSelected, NOTHING, sizeOf, toggled, withIds, withoutIds } from './selection';

test('games are selected one by one', () => {
  const one = toggled(NOTHING, 'a');
  expect([isSelected(one, 'a'), isSelected(one, 'b'), sizeOf(one, 9)]).toEqual([true, false, 1]);
  expect(sizeOf(toggled(one, 'a'), 9)).toBe(0);
});

test('all that were found are selected without their ids, and some are left out', () => {
  const most = toggled(EVERYTHING, 'b');
  expect([isSelected(most, 'a'), isSelected(most, 'b'), sizeOf(most, 20_000)]).toEqual([
    true,
    false,
    19_999,
  ]);
  expect(sizeOf(toggled(most, 'b'), 20_000)).toBe(20_000);
});

test('a range is added to what is selected', () => {
  const range = withIds(toggled(NOTHING, 'a'), ['c', 'd']);
  expect([...range.ids]).toEqual(['a', 'c', 'd']);
  const back = withIds(toggled(EVERYTHING, 'b'), ['a', 'b']);
  expect([back.all, back.ids.size]).toEqual([true, 0]);
});

test('games that are gone are no longer selected', () => {
  const left = withoutIds(withIds(NOTHING, ['a', 'b', 'c']), ['b']);
  expect([...left.ids]).toEqual(['a', 'c']);
  expect(sizeOf(withoutIds(EVERYTHING, ['b']), 5)).toBe(5);
});
