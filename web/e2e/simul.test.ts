/** A simul: the exhibitor's laptop with three boards, opponents on phones, and somebody who looks on. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { violations } from './axe';
import { move, plies, square } from './board';
import { ADMIN_PASSWORD, enroll, logIn, runningClub } from './club';
import { PHONE } from './harness';

const PASSWORD = 'a rather long password';
const LAPTOP = { width: 1440, height: 900 };
const OPPONENTS = ['Anna', 'Bruno', 'Carla'] as const;

const club = runningClub();
beforeAll(async () => {
  for (const name of OPPONENTS) await enroll(club(), name, PASSWORD);
});

async function person(name: string, size?: typeof PHONE, touch = false): Promise<Page> {
  const page = await club().visitor(size, touch, true);
  await page.goto(`${club().origin}/simul`);
  await logIn(page, name, name === 'admin' ? ADMIN_PASSWORD : PASSWORD);
  return page;
}

/** Creates a simul against all members. Returns its address. */
async function create(page: Page, name: string): Promise<string> {
  await page.goto(`${club().origin}/simul`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'All (3)' }).click();
  await page.getByText('3 opponents chosen').waitFor();
  await page.getByRole('button', { name: 'Create simul' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page.url();
}

/** A board in the overview. */
const card = (page: Page, number: number) => page.locator(`[data-board="${number}"]`);

async function current(page: Page, number: number): Promise<void> {
  await page.locator(`[data-board="${number}"][aria-current="true"]`).waitFor();
  await page.locator('.played [data-square="e2"]').waitFor();
}

/** Moves a piece as soon as it can move. */
async function play(page: Page, from: string, to: string): Promise<void> {
  await expect.poll(() => square(page, from), { timeout: 20_000 }).toMatch(new RegExp(`,.*${to}`));
  await move(page, from, to);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === undefined) return;
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.screenshot({ path: `screenshots/simul-${name}-${theme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function fits(page: Page, name: string): Promise<void> {
  await picture(page, name);
  expect(await violations(page), name).toEqual([]);
  const [width, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  expect(width, name).toBeLessThanOrEqual(room ?? 0);
}

test('the exhibitor goes from board to board, and everybody follows', async () => {
  const exhibitor = await person('admin', LAPTOP);
  const address = await create(exhibitor, 'Simul of the year');
  const wall = await club().visitor(PHONE, true, true);
  await wall.goto(address);
  await exhibitor.getByText('3 boards wait for you').waitFor();
  await exhibitor.getByText('+0 =0 −0').waitFor();

  // A move leads to the next board that waits.
  for (const [number, [from, to]] of [
    [1, ['e2', 'e4']],
    [2, ['d2', 'd4']],
    [3, ['c2', 'c4']],
  ] as const) {
    await current(exhibitor, number);
    await play(exhibitor, from, to);
    await card(wall, number).filter({ hasText: 'Opponent’s move' }).waitFor();
  }
  await exhibitor.getByText('0 boards wait for you').waitFor();

  // An opponent finds the board on the home page and answers.
  const anna = await person('Anna', PHONE, true);
  await anna.goto(club().origin);
  await anna.getByText('You play in Simul of the year').waitFor();
  await picture(anna, 'home');
  await anna.getByRole('button', { name: 'Play', exact: true }).click();
  await anna.waitForSelector('[data-square="e7"]:not(.home-board *)');
  await play(anna, 'e7', 'e5');
  await plies(anna, 2);
  await exhibitor.getByText('1 board waits for you').waitFor();
  await card(exhibitor, 1).filter({ hasText: 'Your move' }).waitFor();
  await fits(exhibitor, 'exhibitor');
  await fits(wall, 'wall');

  // By keyboard to the board that waits, and a move there.
  await exhibitor.keyboard.press('n');
  await current(exhibitor, 1);
  await exhibitor.locator('.played [data-square="g1"]').focus();
  await exhibitor.keyboard.press('Enter');
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) {
    await exhibitor.keyboard.press(key);
  }
  await plies(anna, 3);

  // One opponent resigns; another comes from the page of the simul.
  await anna.getByRole('button', { name: 'More' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await exhibitor.getByText('+1 =0 −0').waitFor();
  await wall.getByText('2 running').waitFor();
  const bruno = await person('Bruno', PHONE, true);
  await bruno.goto(address);
  await bruno.getByText('You play on board 2.').waitFor();
  await fits(bruno, 'opponent');
  await bruno.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await bruno.waitForSelector('[data-square="d7"]:not(.home-board *)');
  await play(bruno, 'd7', 'd5');
  await exhibitor.getByText('1 board waits for you').waitFor();

  // All games in one file.
  const pgn = await (await fetch(`${address.replace('/simul/', '/api/simuls/')}/pgn`)).text();
  expect(pgn.match(/\[Event "Simul of the year"\]/g)).toHaveLength(3);

  // A kill loses nothing.
  await club().kill();
  await wall.getByText('Connection lost').waitFor();
  await club().revive();
  await wall.getByText('Connection lost').waitFor({ state: 'detached', timeout: 30_000 });
  await wall.getByText('+1 =0 −0').waitFor();

  // One opponent has not come, and the bell rings.
  await exhibitor.getByRole('button', { name: 'End simul' }).click();
  await exhibitor.getByText('2 games are still being played.').waitFor();
  await exhibitor.getByRole('dialog').getByRole('button', { name: 'End simul' }).click();
  await wall.getByText('This simul is over.').waitFor();
  await wall.getByText('+1 =0 −0').waitFor();
  for (const page of [exhibitor, wall, anna, bruno]) await page.context().close();
});

test('a simul is called off before the first move, and by organizers alone', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'Never played');
  const carla = await person('Carla', PHONE, true);
  await carla.goto(address);
  await carla.getByText('You play on board 3.').waitFor();
  expect(await carla.getByRole('button', { name: 'Call off' }).count()).toBe(0);
  await organizer.getByRole('button', { name: 'Call off' }).click();
  await organizer.getByRole('dialog').getByRole('button', { name: 'Call off' }).click();
  for (const page of [organizer, carla]) {
    await page.getByText('This simul was called off.').waitFor();
  }
  await carla.goto(`${club().origin}/simul`);
  await carla.getByText('Called off').waitFor();
  expect(await carla.getByRole('button', { name: 'Create simul' }).count()).toBe(0);
  await fits(carla, 'list');
  await carla.goto(`${club().origin}/simul/AAAAAAAAAA`);
  await carla.getByText('Simul not found').waitFor();
  await organizer.goto(`${club().origin}/simul`);
  await organizer.getByRole('button', { name: 'All (3)' }).waitFor();
  await fits(organizer, 'new');
  for (const page of [organizer, carla]) await page.context().close();
});
