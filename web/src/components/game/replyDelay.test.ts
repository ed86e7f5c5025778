import { expect, test } from 'vitest';

import { replyDelay } from './replyDelay';

/** A board that shows White's own move, which began at 1000 ms and takes 200 ms. */
const animation = { current: { start: 1000, frequency: 1 / 200 } };
const OWN_MOVE = { turnColor: 'black', animation } as const;

test.each([
  ['at once after the own move', OWN_MOVE, 'white', 'white', 1000, 200],
  ['in the middle of it', OWN_MOVE, 'white', 'white', 1150, 50],
  ['when it has arrived', OWN_MOVE, 'white', 'white', 1300, 0],
  ['without an animation', { ...OWN_MOVE, animation: {} }, 'white', 'white', 1000, 0],
  ['the own move itself', OWN_MOVE, 'white', 'black', 1000, 0],
  ['for somebody who watches', OWN_MOVE, null, 'white', 1000, 0],
  ['after the opponent’s move', { ...OWN_MOVE, turnColor: 'white' }, 'white', 'white', 1000, 0],
  ['pass and play', OWN_MOVE, 'black', 'black', 1000, 0],
] as const)('a reply waits for the own move: %s', (_, shown, mover, turn, now, expected) => {
  expect(replyDelay(shown, mover, turn, now)).toBeCloseTo(expected);
});
