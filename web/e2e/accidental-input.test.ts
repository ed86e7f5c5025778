/** What hands do that were not meant to: nothing breaks, and nothing is half done. */
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  click,
  drag,
  drawn,
  from,
  move,
  moves,
  plies,
  press,
  openGame,
  square,
  status,
} from './board';
import { anotherWindow, onBothScreens, runningApp, slowServer } from './harness';

const app = runningApp();
const PROMOTION = from('8/P6k/8/8/8/8/8/K7 w - - 0 1');
const PINNED = from('4r2k/8/8/8/8/8/1P2N3/4K3 w - - 0 1');

// req: A3
onBothScreens(app, 'double clicks and drags off the board change nothing', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  for (let times = 0; times < 4; times += 1) await click(page, 'e2');
  const { x = 0, y = 0 } = (await page.locator('[data-square="d2"]').boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(2, 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => square(page, 'd2')).toBe('d2, white pawn, can move to d3, d4');
  await expect.poll(() => drawn(page, 'piece.dragging').count()).toBe(0);
  await expect.poll(() => moves(page)).toEqual([]);
  await drag(page, 'd2', 'd4');
  await plies(page, 1);
});

// req: A3
onBothScreens(
  app,
  'a late answer to an illegal move leaves the next piece selected',
  async (page, origin) => {
    const holdAnswers = await slowServer(page);
    await openGame(page, origin, { ...PASS_AND_PLAY, ...PINNED });
    const dots = drawn(page, 'square.move-dest');
    const open = holdAnswers();
    await move(page, 'e2', 'c3');
    await click(page, 'b2');
    await expect.poll(() => dots.count()).toBe(2);
    open();
    await status(page, 'This move leaves your king in check.');
    expect(await dots.count()).toBe(2);
    await click(page, 'b4');
    await plies(page, 1);
    await expect.poll(() => moves(page)).toEqual(['b4']);
  },
);

// req: A6, C2
onBothScreens(
  app,
  'a promotion that is chosen while the server is away is played',
  async (page) => {
    await openGame(page, app().origin, { ...PASS_AND_PLAY, ...PROMOTION });
    await move(page, 'a7', 'a8');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
    await app().kill();
    await page.locator('.status.lost').waitFor();
    await press(page, page.getByRole('button', { name: 'bishop' }));
    await app().revive();
    await plies(page, 1);
    await expect.poll(() => moves(page)).toEqual(['a8=B']);
  },
);

// req: C2
test('two tabs on one game show the same, and a choice that came too late is given up', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, { ...PASS_AND_PLAY, ...PROMOTION });
  const other = await anotherWindow(page);
  await other.goto(page.url());
  await other.waitForSelector('[data-square="a7"]:not(.home-board *)');
  await move(page, 'a7', 'a8');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await other.locator('#typed-move').fill('Kb2');
  await other.locator('#typed-move').press('Enter');
  await plies(page, 1);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(async () => [await moves(page), await square(page, 'a7')])
    .toEqual([['Kb2'], 'a7, white pawn']);
  await page.keyboard.press('z');
  await plies(other, 0);
});

// req: A1
onBothScreens(app, 'the back button leaves a game, and forward comes back to it', async (page) => {
  await page.goto(app().origin);
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await page.goBack();
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await page.goForward();
  await plies(page, 2);
  await status(page, 'Your move (White) · move 2');
});

// req: A3, B6
test('the board follows the window, also while a piece is dragged, and at 200 %', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, AGAINST_EASY);
  const { x = 0, y = 0 } = (await page.locator('[data-square="e2"]').boundingBox()) ?? {};
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 60, { steps: 3 });
  // A window of half the size is what a page is shown in at 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.mouse.move(636, 4, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('piece.dragging') === null);
  const overflow = (): Promise<number> =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return Math.max(0, scrollWidth - clientWidth);
    });
  await expect.poll(async () => [(await moves(page)).length, await overflow()]).toEqual([0, 0]);
  await page.locator('[data-square="e2"]').scrollIntoViewIfNeeded();
  await move(page, 'e2', 'e4');
  await plies(page, 2);
});

// req: A8, B1
onBothScreens(app, 'undo and redo as fast as fingers go end where they should', async (page) => {
  await openGame(page, app().origin, AGAINST_EASY);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  // Whatever the computer has replied, it cannot give check now.
  await move(page, 'c2', 'c3');
  await plies(page, 4);
  for (const key of 'zzzz') await page.keyboard.press(key);
  await plies(page, 0);
  for (const key of 'yyyy') await page.keyboard.press(key);
  await plies(page, 4);
  await status(page, 'Your move (White) · move 3');
});
