import { expect, test } from 'vitest';

import { isSame } from './variation';

test('two ask about the same position when start and moves are the same', () => {
  const asked = { start_fen: 'start', moves: ['e2e4', 'e7e5'] };
  for (const [start_fen, moves, same] of [
    ['start', ['e2e4', 'e7e5'], true],
    ['other', ['e2e4', 'e7e5'], false],
    ['start', ['e2e4'], false],
    ['start', ['e2e4', 'e7e5', 'g1f3'], false],
    ['start', ['e2e4', 'c7c5'], false],
    ['start', [], false],
  ] as const) {
    expect(isSame(asked, { start_fen, moves: [...moves] }), `${start_fen} ${moves}`).toBe(same);
  }
});
