/** The club evening with 30 players and five rounds. It takes minutes and runs on request only. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Evening } from './evening';

let evening: Evening;
beforeAll(async () => {
  evening = await Evening.start({ members: 30, rounds: 5, late: 2 });
});
afterAll(async () => {
  await evening.running.stop();
  expect(evening.running.complaints).toEqual([]);
});

test('30 players, five rounds, two power cuts', () => evening.run());
