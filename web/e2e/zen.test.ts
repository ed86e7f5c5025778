/** Zen mode: a game with nothing but the board, the clocks and the status. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from './axe';
import { move, openAsBlack, openGame, PASS_AND_PLAY, plies, press } from './board';
import { DESK, isTouched, onBothScreens, runningApp } from './harness';

const app = runningApp();
const TIME = { base_ms: 600_000, bonus: { type: 'none' } } as const;
const GAME = { ...PASS_AND_PLAY, time: { white: TIME, black: TIME } };

/** Whether the header, the navigation, the controls and the moves are shown. */
async function surroundings(page: Page): Promise<number> {
  return page.locator('header.app-header, nav, [role="toolbar"], button.move').count();
}

async function isZen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave zen mode' }).waitFor();
  expect(await surroundings(page)).toBe(0);
  const { height = 0 } = page.viewportSize() ?? {};
  for (const part of await page.locator('cg-board, [role="timer"], .status').all()) {
    const { y = -1, height: high = Infinity } = (await part.boundingBox()) ?? {};
    expect([y >= 0, y + high <= height]).toEqual([true, true]);
  }
}

onBothScreens(app, 'zen mode from the menu, and back by its button', async (page, origin) => {
  await openGame(page, origin, GAME);
  await move(page, 'e2', 'e4');
  await plies(page, 1);
  await press(page, page.getByRole('toolbar').getByRole('button', { name: 'More' }));
  await press(page, page.getByRole('button', { name: 'Zen mode' }));
  await isZen(page);
  await page.locator('[data-announcement]', { hasText: 'Zen mode: only the board' }).waitFor();
  await move(page, 'e7', 'e5');
  await page.locator('.status', { hasText: 'White' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Leave zen mode' }));
  await plies(page, 2);
  expect(await surroundings(page)).toBeGreaterThan(3);
  await page.locator('[data-announcement]', { hasText: 'Zen mode is off' }).waitFor();
  if (!isTouched(page)) expect((await page.locator('cg-board').boundingBox())?.width).toBe(728);
});

test('zen mode by keyboard: Shift+Z turns it on and off, and Escape leaves it', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, GAME);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Shift+Z').waitFor();
  await page.keyboard.press('Escape');
  for (const leave of ['Shift+Z', 'Escape']) {
    await page.keyboard.press('Shift+Z');
    await isZen(page);
    // The board has the room of the header.
    const board = await page.locator('.board-place .board').boundingBox();
    expect(board?.width).toBe(Math.floor((DESK.height - 16) / 8) * 8);
    await page.keyboard.press(leave);
    await page.getByRole('banner').waitFor();
  }
  await page.context().close();
});

test('zen mode shows offers, which need an answer', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, {});
  await move(white, 'e2', 'e4');
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await plies(white, 2);
  await black.keyboard.press('Shift+Z');
  await isZen(black);
  await white.getByRole('toolbar').getByRole('button', { name: 'draw' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  const end = black.getByRole('dialog', { name: 'Game over' });
  await end.getByText('Draw by agreement').waitFor();
  await white.getByRole('button', { name: 'Rematch' }).click();
  await end.getByRole('button', { name: 'Accept' }).waitFor();
  // It is offered once, in the card.
  expect(await black.getByRole('button', { name: 'Accept' }).count()).toBe(1);
  await black.context().close();
  await white.context().close();
});

test('zen mode ends with the page', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, GAME);
  await page.keyboard.press('Shift+Z');
  await isZen(page);
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await page.getByRole('banner').waitFor();
  await page.context().close();
});

test('axe finds nothing in zen mode', async () => {
  const page = await app().visitor(DESK, false, true);
  await openGame(page, app().origin, GAME);
  await page.keyboard.press('Shift+Z');
  await isZen(page);
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
