/** The reply to a move never cuts the animation of the move itself, however fast it comes. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { AGAINST_EASY, click, moves, openGame } from './board';
import { DESK, runningApp } from './harness';

// Here the engine replies without a pause, as it does when its time runs out.
const app = runningApp();
/** An animation takes 220 ms unless another duration is chosen. */
const HALF_MS = 110;
const FIRST_MS = 5;

/** The colors of the pieces that are on their way. */
function movingPieces(page: Page): Promise<string[]> {
  return page
    .locator('cg-board piece.anim')
    .evaluateAll((pieces) => pieces.map((one) => one.className.split(' ')[0] ?? ''));
}

// req: A5
test('a reply within an instant waits for the player’s own move to arrive', async () => {
  const page = await app().visitor(DESK);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await openGame(page, app().origin, AGAINST_EASY);
  await click(page, 'e2');
  // Time stands still on the page, so that the reply is there when the move has just begun.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
  await click(page, 'e4');
  // The board hands the move on with a timer.
  await page.clock.runFor(FIRST_MS);
  await expect.poll(async () => (await moves(page)).length).toBe(2);
  await page.clock.runFor(HALF_MS);
  expect(await movingPieces(page), 'half of the own move').toEqual(['white']);
  await page.clock.runFor(2 * HALF_MS);
  expect(await movingPieces(page), 'then half of the reply').toEqual(['black']);
  await page.clock.runFor(2 * HALF_MS);
  expect(await movingPieces(page)).toEqual([]);
  await page.context().close();
});
