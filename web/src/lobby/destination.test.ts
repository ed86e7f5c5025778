import { expect, test } from 'vitest';

import { goesByItself } from './destination';

const started = { id: 'g', opponent: 'Ben', color: 'white', here: true } as const;

test('a page goes to the board by itself where that does no harm, and once', () => {
  for (const [game, page, done, expected] of [
    [started, 'lobby', [], true],
    [started, 'home', [], true],
    [started, 'home', ['other'], true],
    [started, 'home', ['g'], false],
    [{ ...started, here: false }, 'home', [], false],
    [started, 'game', [], false],
    [started, 'analysis', [], false],
    [started, 'new_competition', [], false],
    [started, 'competition_screen', [], false],
  ] as const) {
    expect(goesByItself(game, page, new Set(done)), `${page} ${done.join()}`).toBe(expected);
  }
});
