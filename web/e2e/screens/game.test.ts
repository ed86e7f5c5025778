/** Games on screens of every shape, and pages that are not there, as `inspect.ts` looks at them. */
import { expect, test } from 'vitest';

import { chooseClock, move, plies } from '../board';
import { runningClub } from '../club';
import { inspect, picture, stickingOut, visitor } from './inspect';

const club = runningClub();

test('a game', async () => {
  const page = await visitor(club());
  await page.goto(club().origin);
  await chooseClock(page, '10+5');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText('Look for a').waitFor();
  await inspect(page, 'game');
  await page.keyboard.press('?');
  await inspect(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await inspect(page, 'position');
});

test('a game on a screen of any shape', async () => {
  const page = await visitor(club());
  await page.goto(club().origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  for (const [width, height] of [
    [844, 390],
    [700, 700],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shape = `${width}x${height}`;
    const board = async (): Promise<number | undefined> =>
      (await page.locator('cg-board').boundingBox())?.height;
    await expect.poll(() => stickingOut(page), { message: shape }).toEqual([]);
    await expect.poll(board, { message: shape }).toBeLessThanOrEqual(height);
    await picture(page, `shape-${shape}`);
  }
});

test('the library when it is empty, and pages that are not there', async () => {
  const page = await visitor(club());
  await page.goto(`${club().origin}/library`);
  await page.getByText('No games yet').or(page.locator('table')).first().waitFor();
  await inspect(page, 'library-empty');
  await page.goto(`${club().origin}/nowhere`);
  await inspect(page, 'nowhere');
  await page.goto(`${club().origin}/g/AAAAAAAAAA`);
  await page.getByText('Game not found').waitFor();
  await inspect(page, 'no-game');
});
