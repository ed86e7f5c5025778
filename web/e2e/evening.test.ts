// req: C8
/** A short club evening in real browsers. `npm run evening` has a whole one. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Evening } from './evening/evening';

let evening: Evening;
beforeAll(async () => {
  evening = await Evening.start({ members: 8, rounds: 2, late: 1 });
});
afterAll(async () => {
  await evening.running.stop();
  expect(evening.running.complaints).toEqual([]);
});

test(
  'a club evening: cards, pairings, games, reports, a power cut and standings',
  () => evening.run(),
  300_000,
);
