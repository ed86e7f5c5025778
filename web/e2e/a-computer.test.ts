import { afterAll, beforeAll, expect, test } from 'vitest';

import { click, drag, move, moves, plies, square } from './board';
import { Running } from './harness';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

// Protects: A1, A3, A4, A8
test('a game against Easy begins with one click and is played by clicks and drags', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
  expect(await square(page, 'e2')).toBe('e2, white pawn, can move to e3, e4');

  await click(page, 'e2');
  await expect.poll(() => page.locator('square.move-dest').count()).toBe(2);
  await click(page, 'e2');
  await expect.poll(() => page.locator('square.move-dest').count()).toBe(0);

  await move(page, 'e2', 'e5');
  expect(await moves(page)).toEqual([]);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await drag(page, 'g1', 'f3');
  await plies(page, 4);
  expect((await moves(page))[2]).toBe('Nf3');
  expect(await page.locator('square.last-move').count()).toBe(2);
});
