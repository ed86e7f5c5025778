/** A lesson: the trainer's laptop, a pupil's phone, the projector, and a server that is killed. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { violations } from './axe';
import { draw, move, square } from './board';
import { ADMIN_PASSWORD, enroll, logIn, runningClub } from './club';
import { PHONE, wakeLocks } from './harness';

const PASSWORD = 'a rather long password';
const WALL = { width: 1440, height: 900 };

const club = runningClub();
beforeAll(async () => {
  await enroll(club(), 'Anna', PASSWORD);
});

/** Somebody who is logged in. Axe puts a style of its own into pages, which the policy forbids. */
async function person(name: string, size?: typeof PHONE, touch = false): Promise<Page> {
  const page = await club().visitor(size, touch, true);
  await page.goto(`${club().origin}/demo`);
  await logIn(page, name, name === 'admin' ? ADMIN_PASSWORD : PASSWORD);
  return page;
}

/** Starts a board with the starting position. Returns its address. */
async function start(page: Page, name: string, forEverybody: boolean): Promise<string> {
  await page.goto(`${club().origin}/demo`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (forEverybody) await page.getByLabel('Everybody with the link').check();
  await page.getByRole('button', { name: 'Start board' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText('You have the board').waitFor();
  return page.url();
}

/** Follows a board. */
async function open(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.locator('[data-square="e2"]').waitFor();
  return page;
}

/** Waits until a square is as a screen reader hears it. */
async function on(page: Page, name: string, what: string): Promise<void> {
  await expect.poll(() => square(page, name), { timeout: 20_000 }).toContain(what);
}

/** Moves a piece as soon as it can move. */
async function play(page: Page, from: string, to: string): Promise<void> {
  await expect.poll(() => square(page, from), { timeout: 20_000 }).toMatch(new RegExp(`,.*${to}`));
  await move(page, from, to);
}

/** The arrows and circles on a board. */
async function shapes(page: Page, kind: 'line' | 'circle', count: number): Promise<void> {
  const drawn = page.locator(`.cg-shapes g[cgHash] ${kind}, svg.cg-shapes ${kind}`);
  await expect.poll(() => drawn.count(), { timeout: 20_000 }).toBe(count);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === undefined) return;
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `screenshots/demonstration-${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

test('a class follows moves and arrows, a pupil gets the board, and a kill loses nothing', async () => {
  const trainer = await person('admin', WALL);
  const address = await start(trainer, 'The fork', true);
  const pupil = await open(await person('Anna', PHONE, true), address);
  const wall = await club().visitor(WALL, false, true);
  const locks = await wakeLocks(wall);
  await open(wall, `${address}/screen`);
  expect(await locks(), 'the screen stays on').toBe(1);
  await pupil.getByText('The trainer has the board').waitFor();
  await trainer.getByText('2 followers').waitFor();

  // Moves and arrows arrive everywhere.
  await play(trainer, 'e2', 'e4');
  for (const page of [trainer, pupil, wall]) await on(page, 'e4', 'white pawn');
  await draw(trainer, 'f8', 'b4');
  await draw(trainer, 'd5', 'd5');
  for (const page of [pupil, wall]) {
    await shapes(page, 'line', 1);
    await shapes(page, 'circle', 1);
  }
  await trainer.getByLabel('Caption').fill('Black may pin the knight.');
  for (const page of [pupil, wall]) await page.getByText('Black may pin the knight.').waitFor();
  await wall.getByRole('main').getByText('1. e4').waitFor();
  for (const [page, name] of [
    [trainer, 'trainer'],
    [pupil, 'follower'],
    [wall, 'wall'],
  ] as const) {
    await picture(page, name);
    expect(await violations(page), name).toEqual([]);
    const [width, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    expect(width, name).toBeLessThanOrEqual(room ?? 0);
  }

  // The pupil cannot move before she has the board.
  await move(pupil, 'e7', 'e5');
  await on(pupil, 'e7', 'black pawn');
  await trainer.getByRole('button', { name: 'Hand over: Anna' }).click();
  await pupil.getByText('You have the board').waitFor();
  await trainer.getByText('Anna has the board').waitFor();
  await play(pupil, 'e7', 'e5');
  for (const page of [trainer, wall]) await on(page, 'e5', 'black pawn');
  await picture(pupil, 'pupil');
  expect(await violations(pupil)).toEqual([]);

  // The server is killed; everybody comes back by themselves, and the pupil still has the board.
  await club().kill();
  await wall.getByText('Connection lost').waitFor();
  await club().revive();
  await wall.getByText('Connection lost').waitFor({ state: 'detached', timeout: 30_000 });
  await pupil.getByText('Connection lost').waitFor({ state: 'detached', timeout: 30_000 });
  await play(pupil, 'g1', 'f3');
  for (const page of [trainer, wall]) await on(page, 'f3', 'white knight');

  // Taken back, and one step back for all: with the arrows of that position.
  await trainer.getByRole('button', { name: 'Take the board back' }).click();
  await trainer.getByText('You have the board').waitFor();
  await pupil.getByText('The trainer has the board').waitFor();
  await trainer.keyboard.press('Home');
  await trainer.keyboard.press('ArrowRight');
  for (const page of [pupil, wall]) {
    await on(page, 'e4', 'white pawn');
    await on(page, 'g1', 'white knight');
    await shapes(page, 'line', 1);
  }

  // The end.
  await trainer.getByRole('button', { name: 'End demonstration' }).click();
  await trainer.getByRole('dialog').getByRole('button', { name: 'End demonstration' }).click();
  for (const page of [trainer, pupil, wall]) {
    await page.getByText('This demonstration has ended.').waitFor();
  }
  for (const page of [trainer, pupil, wall]) await page.context().close();
});

test('by keyboard alone: a board is started, moves are made and arrows drawn', async () => {
  const page = await person('admin');
  await page.goto(`${club().origin}/demo`);
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await page.getByText('You have the board').waitFor();
  await page.locator('[data-square="e2"]').focus();
  await expect.poll(() => square(page, 'e2')).toContain('e4');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await on(page, 'e4', 'white pawn');
  await page.locator('summary', { hasText: 'Arrows' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Squares').focus();
  await page.keyboard.type('d2d4');
  await page.keyboard.press('Enter');
  await shapes(page, 'line', 1);
  await page.keyboard.type('x9');
  await page.keyboard.press('Enter');
  await page.getByText('Type one square or two').waitFor();
  await page.getByRole('button', { name: 'Erase all' }).focus();
  await page.keyboard.press('Enter');
  await shapes(page, 'line', 0);
  await page.context().close();
});

test('members only: visitors are asked to log in, and cannot start a board', async () => {
  const trainer = await person('admin');
  const address = await start(trainer, 'Members only', false);
  const visitor = await club().visitor();
  await Promise.all([
    visitor.waitForResponse('**/api/demonstrations'),
    visitor.goto(club().origin),
  ]);
  const named = visitor.locator('section', { hasText: 'In the club now' }).getByRole('link');
  expect(await named.filter({ hasText: 'Members only' }).count()).toBe(0);
  await visitor.goto(address);
  await visitor.getByText('Only members can follow this board').waitFor();
  await visitor.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await visitor.getByRole('dialog').getByLabel('Name').fill('Anna');
  await visitor.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
  await visitor.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await visitor.getByText('The trainer has the board').waitFor();
  await visitor.goto(club().origin);
  await named.filter({ hasText: 'Members only' }).click();
  await expect.poll(() => visitor.url()).toBe(address);
  await visitor.goto(`${club().origin}/demo`);
  await visitor.getByText('Members only').first().waitFor();
  expect(await visitor.getByRole('button', { name: 'Start board' }).count()).toBe(0);
  await visitor.goto(`${club().origin}/demo/AAAAAAAAAA`);
  await visitor.getByText('Demonstration board not found').waitFor();
  for (const page of [trainer, visitor]) await page.context().close();
});

test('a game on the analysis board is shown to the class, and two devices do not collide', async () => {
  const laptop = await person('admin');
  const fen = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
  await laptop.goto(`${club().origin}/analysis?fen=${encodeURIComponent(fen)}`);
  await on(laptop, 'c4', 'white bishop');
  await laptop.getByRole('button', { name: 'Show to the class' }).click();
  await laptop.getByRole('dialog').getByLabel('Name').fill('Italian');
  await laptop.getByRole('button', { name: 'Start board' }).click();
  await laptop.getByText('You have the board').waitFor();
  await on(laptop, 'c4', 'white bishop');
  const tablet = await open(await person('admin', PHONE, true), laptop.url());
  await tablet.getByText('You have the board').waitFor();
  await on(tablet, 'f8', 'c5');
  // The tablet hears nothing of the first move, and is told when it moves itself.
  await tablet.route('**/api/demonstrations/*/events', (route) => route.abort());
  await tablet.reload();
  await on(tablet, 'f8', 'c5');
  await tablet.route('**/api/demonstrations/**', (route) =>
    route.request().method() === 'POST' ? route.continue() : route.abort(),
  );
  await play(laptop, 'f8', 'c5');
  await on(laptop, 'c5', 'black bishop');
  await play(tablet, 'g8', 'f6');
  await tablet.getByText('was just changed on another device').waitFor();
  await tablet.unrouteAll();
  await on(tablet, 'c5', 'black bishop');
  for (const page of [laptop, tablet]) await page.context().close();
});
