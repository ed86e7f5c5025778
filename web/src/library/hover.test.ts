import { expect, test } from 'vitest';

import { boardPlace } from './hover';

const SCREEN = { width: 1000, height: 700 };

test('a small board is in sight, and leaves its row so', () => {
  for (const [x, top, left, above] of [
    [100, 300, 120, 346],
    [980, 300, 814, 346],
    [100, 600, 120, 414],
  ] as const) {
    expect(boardPlace({ x, top, bottom: top + 40 }, SCREEN)).toEqual({ left, top: above });
  }
});
