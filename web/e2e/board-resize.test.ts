/** The board can be made smaller by its corner; the size is remembered and the same on all pages. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { openGame, PASS_AND_PLAY } from './board';
import { DESK, PHONE, runningApp } from './harness';

const app = runningApp();
const handle = (page: Page): Locator => page.getByRole('slider', { name: 'Board size' });

async function width(page: Page): Promise<number> {
  await page.locator('cg-board piece').first().waitFor();
  return (await page.locator('.board-place .board').boundingBox())?.width ?? 0;
}

/** The board is so many percent of the largest one, to the whole squares. */
async function expectShare(page: Page, percent: number): Promise<void> {
  const largest = DESK.height - 68;
  const expected = Math.floor((largest * percent) / 100 / 8) * 8;
  await expect.poll(() => width(page)).toBe(expected);
  expect(await handle(page).getAttribute('aria-valuenow')).toBe(String(percent));
}

/** Drags the corner by so many pixels along the diagonal. */
async function drag(page: Page, by: number): Promise<void> {
  const { x = 0, y = 0 } = (await handle(page).boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 10 + by / 2, y + 10 + by / 2, { steps: 4 });
  await page.mouse.move(x + 10 + by, y + 10 + by, { steps: 4 });
  await page.mouse.up();
}

test('with the mouse: dragged, remembered on other pages, and reset by a double click', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await expectShare(page, 100);
  const { left, top } = await corner(page);
  await drag(page, -(DESK.height - 68) * 0.2);
  await expectShare(page, 80);
  const after = await corner(page);
  expect(Math.abs(after.left - left)).toBeLessThanOrEqual(4);
  expect(after.top).toBe(top);
  await page.goto(`${app().origin}/analysis`);
  await expectShare(page, 80);
  await drag(page, -2000);
  await expectShare(page, 60);
  await handle(page).dblclick();
  await expectShare(page, 100);
  await page.context().close();
});

async function corner(page: Page): Promise<{ left: number; top: number }> {
  const { x = 0, y = 0 } = (await page.locator('.board-place .board').boundingBox()) ?? {};
  return { left: x, top: y };
}

test('by keyboard, without stepping through the moves of a game', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  await handle(page).focus();
  for (const [key, percent] of [
    ['ArrowLeft', 98],
    ['PageDown', 88],
    ['ArrowUp', 90],
    ['Home', 60],
    ['End', 100],
  ] as const) {
    await page.keyboard.press(key);
    await expectShare(page, percent);
  }
  await page.context().close();
});

test('moves still find their squares on a smaller board', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  await handle(page).focus();
  await page.keyboard.press('Home');
  await expectShare(page, 60);
  const e2 = await page.locator('[data-square="e2"]').boundingBox();
  const e4 = await page.locator('[data-square="e4"]').boundingBox();
  for (const box of [e2, e4]) {
    await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  }
  await page.getByRole('button', { name: 'e4' }).waitFor();
  await page.context().close();
});

test('phones have no handle, and a size from elsewhere does not count there', async () => {
  const page = await app().visitor(PHONE, true);
  const settings = JSON.stringify({ version: 1, value: { boardSize: 60 } });
  await page.addInitScript((value) => localStorage.setItem('tabiya:settings', value), settings);
  await page.goto(app().origin);
  await expect.poll(() => width(page)).toBe(384);
  expect(await handle(page).count()).toBe(0);
  await page.context().close();
});
