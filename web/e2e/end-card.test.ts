/** The card about the end of a game, which leaves the final position in sight. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { AGAINST_EASY, PASS_AND_PLAY, drawn, from, openGame, press, type } from './board';
import { violations } from './axe';
import { DESK, PHONE, anotherWindow, onBothScreens, runningApp } from './harness';

const app = runningApp();
const card = (page: Page) => page.getByRole('dialog', { name: 'Game over' });
/** Ra8#, with the mated king at the top, or at the bottom when the board is flipped. */
const BACK_RANK = { ...PASS_AND_PLAY, ...from('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1') };

/** Whether something lies over a square, or the square is off the screen. */
function isHidden(page: Page, square: string): Promise<boolean> {
  return page.evaluate((name) => {
    const box = document.querySelector(`[data-square="${name}"]`)?.getBoundingClientRect();
    if (box === undefined) return true;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return top === null || top.closest('.board') === null;
  }, square);
}

// req: A5
onBothScreens(app, 'the mating move and the mated king stay in sight', async (page, origin) => {
  await openGame(page, origin, BACK_RANK);
  await type(page, 'Ra8');
  await card(page).getByText('Ada wins by checkmate').waitFor();
  await card(page).getByText('1–0').waitFor();
  for (const square of ['a8', 'g8']) {
    await expect.poll(() => isHidden(page, square), { message: square }).toBe(false);
  }
  await expect.poll(() => card(page).isVisible()).toBe(true);
  await expect.poll(() => drawn(page, 'square.check').count()).toBe(1);
  await expect.poll(() => page.locator('.board .mate').count()).toBe(1);
  // The keys of the page go on working: one move back there is no mate, and the card stays.
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.locator('.board .mate').count()).toBe(0);
  expect(await card(page).isVisible()).toBe(true);
  await press(page, card(page).getByRole('button', { name: 'Close' }));
  await card(page).waitFor({ state: 'detached' });
});

onBothScreens(
  app,
  'the result is shown once, and Review is the main thing to do',
  async (page, origin) => {
    await openGame(page, origin, BACK_RANK);
    await type(page, 'Ra8');
    await card(page).getByText('Ada wins by checkmate').waitFor();
    const line = page.locator('.status');
    await expect.poll(() => line.innerText()).toBe('Game over');
    const main = card(page).locator('.primary');
    await expect.poll(() => main.allInnerTexts()).toEqual(['Review']);
    await press(page, card(page).getByRole('button', { name: 'Close' }));
    await expect.poll(() => line.innerText()).toBe('Ada wins by checkmate');
  },
);

// req: A5
test('the card fits beside or below the board on every screen', async () => {
  for (const viewport of [DESK, PHONE, { width: 820, height: 1180 }, { width: 320, height: 568 }]) {
    const page = await app().visitor(viewport);
    await openGame(page, app().origin, BACK_RANK);
    await type(page, 'Ra8');
    await card(page).waitFor();
    const shape = `${viewport.width}x${viewport.height}`;
    for (const square of ['a8', 'g8', 'a1', 'g1']) {
      await expect
        .poll(() => isHidden(page, square), { message: `${shape} ${square}` })
        .toBe(false);
    }
    const box = await card(page).boundingBox();
    expect(box?.y, shape).toBeLessThan(viewport.height - 40);
    await page.context().close();
  }
});

// req: A5, B6
test('all actions of the card are in sight below the board of tablets and phones', async () => {
  for (const [width, height] of [
    [768, 1024],
    [820, 1180],
    [390, 844],
    [320, 568],
  ] as const) {
    const page = await app().visitor({ width, height });
    await openGame(page, app().origin, BACK_RANK);
    const size = (): Promise<number> => page.locator('cg-board').evaluate((one) => one.clientWidth);
    const before = await size();
    await type(page, 'Ra8');
    await card(page).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    for (const action of await card(page).locator('a, button').all()) {
      const box = await action.boundingBox();
      const shape = `${await action.innerText()} at ${width}x${height}`;
      expect((box?.y ?? Infinity) + (box?.height ?? 0), shape).toBeLessThanOrEqual(height);
    }
    expect(await size()).toBe(before);
    await page.context().close();
  }
});

// req: A5, B6
test('Escape closes the card from anywhere, and axe finds nothing wrong', async () => {
  const page = await app().visitor(DESK, false, true);
  await openGame(page, app().origin, BACK_RANK);
  await type(page, 'Ra8');
  await card(page).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.locator('[data-square="e4"]').focus();
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
});

onBothScreens(app, 'a double click on Rematch opens the rematch', async (page, origin) => {
  await openGame(page, origin, BACK_RANK);
  await type(page, 'Ra8');
  const before = page.url();
  await card(page).getByRole('button', { name: 'Rematch' }).dblclick();
  await expect.poll(() => page.url()).not.toBe(before);
  expect(page.url()).toMatch(/\/g\/\w+$/);
  await page.locator('.status', { hasText: 'move 1' }).waitFor();
});

test('beside the card, both players are in sight on a small laptop', async () => {
  const page = await app().visitor({ width: 1280, height: 680 });
  await openGame(page, app().origin, { ...BACK_RANK, ...AGAINST_EASY, shared: false });
  await type(page, 'Ra8');
  await card(page).waitFor();
  await expect.poll(() => page.locator('.player').count()).toBe(2);
  for (const player of await page.locator('.player').all()) {
    const box = await player.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(680);
  }
  await page.context().close();
});

test('the list of moves shows the last one beside the card', async () => {
  const page = await app().visitor({ width: 1280, height: 620 });
  await openGame(page, app().origin, PASS_AND_PLAY);
  const before = 'a3 a6 b3 b6 c3 c6 h3 h6 Ra2 Ra7 Rb2 Rb7'.split(' ');
  await type(page, ...before, 'f3', 'e6', 'g4', 'Qh4#');
  await card(page).waitFor();
  const isSeen = (): Promise<boolean> =>
    page.evaluate(() => {
      const list = document.querySelector('[aria-label="Moves"] ol')?.getBoundingClientRect();
      const last = document.querySelector('[data-ply="16"]')?.getBoundingClientRect();
      return list !== undefined && last !== undefined && last.bottom <= list.bottom + 1;
    });
  await expect.poll(isSeen).toBe(true);
  await page.context().close();
});

onBothScreens(app, 'the result of a game is taken back only on purpose', async (page, origin) => {
  await openGame(page, origin, BACK_RANK);
  await type(page, 'Ra8');
  await press(page, card(page).getByRole('button', { name: 'Close' }));
  const line = page.locator('.status');
  const question = page.getByRole('dialog', { name: 'Take back the last move?' });
  await page.keyboard.press('z');
  await press(page, question.getByRole('button', { name: 'Cancel' }));
  await question.waitFor({ state: 'detached' });
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await press(page, question.getByRole('button', { name: 'Cancel' }));
  await question.waitFor({ state: 'detached' });
  expect(await line.innerText()).toBe('Ada wins by checkmate');
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await press(page, question.getByRole('button', { name: 'Take back' }));
  await expect.poll(() => page.locator('.board .mate').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Redo' }).isEnabled()).toBe(true);
});

test('the question about the last move goes when another window answers it', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, BACK_RANK);
  await type(page, 'Ra8');
  await card(page).waitFor();
  const other = await anotherWindow(page);
  await other.goto(page.url());
  const question = (of: Page) => of.getByRole('dialog', { name: 'Take back the last move?' });
  for (const one of [page, other]) {
    await one.getByRole('button', { name: 'Undo' }).click();
    await question(one).waitFor();
  }
  await question(other).getByRole('button', { name: 'Take back' }).click();
  await question(page).waitFor({ state: 'detached' });
  await page.context().close();
});
