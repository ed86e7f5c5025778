/** A game on the projector: large, without controls, and following by itself. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from './axe';
import { move, openAsBlack, plies, press, type } from './board';
import { onBothScreens, runningApp, wakeLocks } from './harness';

const app = runningApp();
const TIME = { base_ms: 5_400_000, bonus: { type: 'increment', ms: 30_000 } } as const;
const GAME = { time: { white: TIME, black: TIME } };

/** The page of the projector for the game of a page. */
async function project(page: Page, viewport: { width: number; height: number }): Promise<Page> {
  const wall = await app().visitor(viewport, false, true);
  const locks = await wakeLocks(wall);
  await wall.goto(`${page.url()}/screen`);
  await wall.waitForSelector('cg-board piece');
  expect(await locks(), 'the screen stays on').toBe(1);
  return wall;
}

const sizeOf = (text: Locator): Promise<number> =>
  text.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));

// req: C7
test('the board fills the height, and everything is readable from the back row', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, GAME);
  await move(white, 'e2', 'e4');
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1920, height: 1080 },
  ]) {
    const wall = await project(white, viewport);
    const board = await wall.locator('cg-board').boundingBox();
    expect(board?.height).toBeGreaterThan(viewport.height * 0.93);
    for (const [what, share] of [
      [wall.getByText('Ada', { exact: true }), 0.06],
      [wall.getByRole('timer').first(), 0.1],
      [wall.getByText('1. e4'), 0.08],
      [wall.getByText('Black to move'), 0.04],
    ] as const) {
      expect(await sizeOf(what)).toBeGreaterThan(viewport.height * share);
    }
    expect(await wall.locator('header').isVisible()).toBe(false);
    expect(await violations(wall)).toEqual([]);
    await wall.context().close();
  }
});

// req: C7
test('the wall follows the moves, the result and the rematch', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, GAME);
  const wall = await project(white, { width: 1280, height: 720 });
  for (const [page, san, ply] of [
    [white, 'f3', 1],
    [black, 'e5', 2],
    [white, 'g4', 3],
    [black, 'Qh4', 4],
  ] as const) {
    await plies(page, ply - 1);
    await type(page, san);
  }
  await wall.getByText('2… Qh4#').waitFor();
  await wall.getByText('0–1').waitFor();
  await wall.locator('main').getByText('Bo wins by checkmate').waitFor();
  await expect.poll(() => wall.locator('.board .mate').count()).toBe(1);
  expect(await wall.getByRole('dialog').count()).toBe(0);
  const before = wall.url();
  await white.getByRole('button', { name: 'Rematch' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  await wall.waitForURL((url) => url.href !== before && url.pathname.endsWith('/screen'));
  await wall.getByText('White to move').waitFor();
});

// req: C7
onBothScreens(app, 'spectators find the way to the projector and back', async (spectator) => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, GAME);
  await spectator.goto(white.url());
  await press(spectator, spectator.getByRole('link', { name: 'Projector' }));
  await spectator.waitForURL('**/screen');
  const back = spectator.getByRole('link', { name: 'Back to the game' });
  await back.focus();
  await spectator.keyboard.press('Enter');
  await spectator.getByText('You are watching').waitFor();
});
