import { expect, test } from 'vitest';

import { inPairs, randomPairs } from './pairing';

test('everybody is in one pair, but for the odd one', () => {
  expect(inPairs(['a', 'b', 'c'])).toEqual([{ white: 'a', black: 'b' }]);
  expect(inPairs(['a'])).toEqual([]);
  for (const count of [0, 1, 2, 7, 30]) {
    const names = Array.from({ length: count }, (_, index) => `n${index}`);
    const pairs = randomPairs(names, Math.random);
    const seated = pairs.flatMap(({ white, black }) => [white, black]);
    expect(pairs).toHaveLength(Math.floor(count / 2));
    expect(new Set(seated).size).toBe(seated.length);
    expect(seated.every((name) => names.includes(name))).toBe(true);
  }
});
