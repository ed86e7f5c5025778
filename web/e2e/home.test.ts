/** The home page: from the first look to the first move, and back to a game that goes on. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  chooseClock,
  click,
  move,
  moves,
  openAsBlack,
  openGame,
  openOptions,
  plies,
  press,
  square,
} from './board';
import { onBothScreens, runningApp } from './harness';
import { layoutShift } from './layoutShift';

const app = runningApp();

/** Waits until the pieces of the first position can be moved. */
async function movable(page: Page): Promise<void> {
  await expect.poll(() => square(page, 'e2')).toBe('e2, white pawn, can move to e3, e4');
}

/** The name of the opponent who is chosen. */
const OPPONENT = '.opponent .name';

// req: A1
onBothScreens(app, 'a move on the home page starts a game', async (page, origin) => {
  await page.goto(origin);
  await movable(page);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  expect(page.url()).toMatch(/\/g\/\w+$/);
  await expect.poll(async () => (await moves(page))[0]).toBe('e4');
});

// req: A1, B6
onBothScreens(app, 'one question finds an opponent, and is asked once', async (page, origin) => {
  await page.goto(origin);
  await press(page, page.getByRole('button', { name: 'I’m just learning' }));
  await expect.poll(() => page.locator(OPPONENT).textContent()).toBe('Pip 400');
  await page.reload();
  await expect.poll(() => page.locator(OPPONENT).textContent()).toBe('Pip 400');
  expect(await page.getByText('How well do you play?').count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Change' }));
  await press(page, page.getByRole('button', { name: /^Marlow 1600/ }));
  await expect.poll(() => page.locator(OPPONENT).textContent()).toBe('Marlow 1600');
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await page.locator('.player', { hasText: 'Marlow 1600' }).waitFor();
});

// req: A1
onBothScreens(app, 'a level under Options answers the question', async (page, origin) => {
  await page.goto(origin);
  await page.getByText('How well do you play?').waitFor();
  await openOptions(page);
  await press(
    page,
    page.locator('label').filter({ has: page.getByRole('radio', { name: 'Hard' }) }),
  );
  await page.getByText('How well do you play?').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => page.locator(OPPONENT).textContent()).toBe('Computer (Hard)');
  await page.getByText('about 1600 · looks three moves ahead').waitFor();
  expect(await page.getByText('How well do you play?').count()).toBe(0);
});

// req: A1, C2
onBothScreens(app, 'a game that goes on is on the board, one tap away', async (page, origin) => {
  await openGame(page, origin, AGAINST_EASY);
  await move(page, 'd2', 'd4');
  await plies(page, 2);
  const address = page.url();
  await page.goto(origin);
  await page.getByRole('button', { name: 'Your game', pressed: true }).waitFor();
  await expect
    .poll(() => page.locator('[data-square="d4"]').getAttribute('aria-label'))
    .toBe('d4, white pawn');
  await page.getByText(/, move\s2 · Your move$/).waitFor();
  await press(page, page.getByRole('button', { name: 'Continue', exact: true }));
  await plies(page, 2);
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.getByRole('button', { name: 'Your game', pressed: true }).waitFor();
  // Whoever wants to move on this board is led to the one where it is possible.
  await click(page, 'e2');
  await plies(page, 2);
  expect(page.url()).toBe(address);
  await page.goBack();
  await press(page, page.getByRole('button', { name: 'New game', exact: true }));
  await movable(page);
});

// req: A1, B2
onBothScreens(app, 'today’s position is played on from', async (page, origin) => {
  await page.goto(origin);
  await press(page, page.getByRole('button', { name: 'Today’s position' }));
  await page.getByText(/: play on from here\.$/).waitFor();
  const piece = page.getByRole('gridcell', { name: /pawn, can move to/ }).first();
  const [, from = '', to = ''] =
    /^(\w\d), .*can move to (\w\d)/.exec((await piece.getAttribute('aria-label')) ?? '') ?? [];
  await move(page, from, to);
  await plies(page, 2);
  await expect.poll(async () => (await moves(page)).length).toBe(2);
});

onBothScreens(app, 'today’s position is played with the side to move', async (page, origin) => {
  // On this day it is Black's move.
  await page.clock.setFixedTime('2026-01-06T12:00');
  await page.goto(origin);
  await press(page, page.getByRole('button', { name: 'Today’s position' }));
  await page.getByText('Black · ').waitFor();
  await openOptions(page);
  await page.getByRole('radio', { name: '10+5' }).waitFor({ state: 'attached' });
  const sides = page.getByRole('radio', { name: 'White', exact: true });
  expect(await sides.count(), 'there is no choice').toBe(0);
  await press(page, page.getByRole('button', { name: 'New game', exact: true }));
  await sides.waitFor({ state: 'attached' });
  await press(page, page.getByRole('button', { name: 'Today’s position' }));
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await page.getByText('Your move (Black)').first().waitFor();
  expect(await moves(page)).toEqual([]);
});

// req: A2
onBothScreens(app, 'Black sees the board from the other side', async (page, origin) => {
  await page.goto(origin);
  await openOptions(page);
  await press(page, page.getByText('Black', { exact: true }));
  await page.getByText('Your opponent has White and begins.').waitFor();
  await click(page, 'e7');
  expect(await page.locator('square.move-dest').count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await plies(page, 1);
});

// req: A1
onBothScreens(app, 'today’s position says what the mode needs', async (page, origin) => {
  await page.goto(origin);
  await press(page, page.getByRole('button', { name: 'Today’s position' }));
  await press(page, page.getByRole('button', { name: 'Play a friend' }));
  expect(await page.getByText(/Press “/).count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Pass and play' }));
  await page.getByText(/\. Enter both names, then move a piece\.$/).waitFor();
});

// req: B6
test('by keyboard alone: the first move on the home page', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await movable(page);
  await page.locator('[data-square="e2"]').focus();
  await page.keyboard.press('Enter');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await plies(page, 2);
  await page.context().close();
});

test('nothing moves while the home page is loading', async () => {
  const page = await app().visitor();
  const shift = await layoutShift(page);
  await page.goto(app().origin);
  await movable(page);
  expect(await shift()).toBe(0);
  await page.context().close();
});

test('at 200 % nothing sticks out of the card of a new game', async () => {
  // Half of 1280 by 720.
  const page = await app().visitor({ width: 640, height: 360 });
  await page.goto(app().origin);
  await movable(page);
  const card = page.locator('form.card');
  for (const mode of ['Play the computer', 'Pass and play', 'Play a friend']) {
    await page.getByRole('button', { name: mode }).click();
    const outside = await card.evaluate((card) => {
      const end = card.getBoundingClientRect().right;
      const all = [...card.querySelectorAll('*')];
      return all.filter((one) => one.getBoundingClientRect().right > end).length;
    });
    expect(outside, mode).toBe(0);
  }
  await page.context().close();
});

test('the game that goes on is there before the server answers, and follows it', async () => {
  const page = await app().visitor();
  const white = await openAsBlack(app(), page, {});
  await move(white, 'e2', 'e4');
  await move(page, 'e7', 'e5');
  await plies(page, 2);
  await page.route('**/api/**', () => undefined);
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Your game', pressed: true }).waitFor();
  const shown = (square: string): Promise<string | null> =>
    page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
  await expect.poll(() => shown('e4')).toBe('e4, white pawn');
  await page.unroute('**/api/**');
  await page.reload();
  await page.getByText(/^Ada vs Bo, move\s2/).waitFor();
  await move(white, 'g1', 'f3');
  await plies(white, 3);
  // As when the window comes to the front again, more than once: while the page still fetches what it
  // knew before, this fetches nothing.
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return shown('f3');
    })
    .toBe('f3, white knight');
  await page.context().close();
});

test('a first visit loads at most 110 KB', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await movable(page);
  const bytes = await page.evaluate(() =>
    performance
      .getEntries()
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0))
      .reduce((sum, size) => sum + size, 0),
  );
  console.log(`a first visit loads ${(bytes / 1024).toFixed(1)} KB`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(110 * 1024);
  await page.context().close();
});

test('the home page says when the server is away, and when it is back', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await movable(page);
  await page.context().setOffline(true);
  await page.getByRole('alert').filter({ hasText: 'The server can’t be reached' }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await page.context().close();
});

onBothScreens(app, 'games to continue are told apart', async (page, origin) => {
  await page.goto(origin);
  await movable(page);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  const first = page.url();
  await page.goto(origin);
  await press(page, page.getByRole('button', { name: 'New game', exact: true }));
  await chooseClock(page, '10+5');
  await movable(page);
  await move(page, 'd2', 'd4');
  await plies(page, 2);
  await page.goto(origin);
  const other = page.getByRole('button', { name: /vs .+ move 2 · No clock \w+ \d/ });
  await other.locator('piece').first().waitFor({ state: 'attached' });
  await press(page, other);
  await expect.poll(() => page.url()).toBe(first);
});
