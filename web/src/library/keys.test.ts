import { expect, test } from 'vitest';

import { keyTarget } from './keys';

const NONE = { altKey: false, ctrlKey: false, metaKey: false };

test('keys go to rows, and never out of the list', () => {
  for (const [key, from, to] of [
    ['ArrowDown', 3, 4],
    ['ArrowDown', 99, 99],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 13],
    ['PageUp', 3, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['x', 50, null],
    ['toString', 50, null],
  ] as const) {
    expect(keyTarget({ ...NONE, key }, from, 100, 10), key).toBe(to);
  }
  expect(keyTarget({ ...NONE, altKey: true, key: 'ArrowUp' }, 5, 9, 1), 'history').toBeNull();
});
