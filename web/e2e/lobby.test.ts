/** The lobby: members find each other, challenge each other and play; an organizer seats a pair. */
import { mkdirSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { violations } from './axe';
import { move, plies } from './board';
import { ADMIN_PASSWORD, enroll, logIn, runningClub } from './club';
import { DESK, PHONE } from './harness';

const PASSWORD = 'a rather long password';

const club = runningClub();
beforeAll(async () => {
  for (const name of ['Anna', 'Bruno', 'Cleo']) await enroll(club(), name, PASSWORD);
});

/** Somebody in the lobby. Axe puts a style of its own into pages, which the policy forbids. */
async function person(name: string, size = DESK, touch = false): Promise<Page> {
  const page = await club().visitor(size, touch, true);
  await page.goto(`${club().origin}/lobby`);
  await logIn(page, name, name === 'admin' ? ADMIN_PASSWORD : PASSWORD);
  await page.getByRole('main').getByText(name, { exact: true }).first().waitFor();
  return page;
}

/** Pictures of a page in both looks, for people to look at. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] === undefined) return;
  mkdirSync('screenshots', { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `screenshots/lobby-${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
}

const board = (page: Page): Promise<unknown> =>
  page.waitForSelector('[data-square="e2"]:not(.home-board *)');

/** Ends the game on this page, so that both are free again. */
async function end(page: Page, how: 'Resign' | 'Abort'): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: how }).click();
  if (how === 'Resign') {
    await page.getByRole('dialog').getByRole('button', { name: how }).click();
  }
  await page
    .getByText(how === 'Resign' ? / wins/ : 'Game aborted')
    .first()
    .waitFor();
}

async function close(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.context().close();
}

test('members find the lobby in the header where there is room for it', async () => {
  const visitor = await club().visitor();
  await visitor.goto(club().origin);
  const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Lobby' });
  await visitor.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await link(visitor).count()).toBe(0);
  const anna = await person('Anna');
  await anna.goto(club().origin);
  await link(anna).click();
  await anna.getByRole('heading', { name: 'Lobby', level: 1 }).waitFor();
  expect(await link(anna).getAttribute('aria-current')).toBe('page');
  const wide = (): Promise<boolean> =>
    anna.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  for (const [width, shown] of [
    [961, true],
    [960, false],
    [640, false],
  ] as const) {
    await anna.setViewportSize({ width, height: 800 });
    expect([await link(anna).isVisible(), await wide()], String(width)).toEqual([shown, false]);
  }
  await close(visitor, anna);
});

test('two members find each other, and both pages go to the board by themselves', async () => {
  const anna = await person('Anna');
  const bruno = await person('Bruno', PHONE, true);
  await anna.getByRole('button', { name: 'Challenge Bruno' }).waitFor();
  await picture(anna, 'members-desk');
  await anna.getByText('White', { exact: true }).click();
  const pressed = anna.getByRole('button', { name: 'Challenge Bruno' });
  const place = await pressed.boundingBox();
  await pressed.click();
  await anna.getByText('Waiting for Bruno (10+5, you play White)').waitFor();
  expect(await pressed.boundingBox(), 'nothing moves under the pointer').toEqual(place);
  await bruno.getByText('Anna has challenged you: 10+5, you play Black.').first().waitFor();
  expect(await violations(anna)).toEqual([]);
  expect(await violations(bruno)).toEqual([]);
  await picture(bruno, 'challenge-phone');
  // The notice follows to every page, and says so to screen readers.
  await bruno.goto(`${club().origin}/library`);
  await bruno.getByRole('button', { name: 'Accept the challenge from Anna' }).waitFor();
  await expect
    .poll(() => bruno.locator('[data-announcement]').innerText())
    .toContain('Anna has challenged you');
  await bruno.getByRole('heading', { name: 'Library', level: 1 }).waitFor();
  expect(await violations(bruno)).toEqual([]);
  await picture(bruno, 'notice-phone');
  await bruno.getByRole('button', { name: 'Accept the challenge from Anna' }).focus();
  await bruno.keyboard.press('Enter');
  await Promise.all([board(anna), board(bruno)]);
  await move(anna, 'e2', 'e4');
  await plies(bruno, 1);
  await move(bruno, 'e7', 'e5');
  await plies(anna, 2);
  const cleo = await person('Cleo');
  await cleo.getByRole('link', { name: 'Watch Anna’s game' }).waitFor();
  // A player goes on with the own game, and cannot start another one meanwhile.
  await anna.goto(`${club().origin}/lobby`);
  await anna.getByText('You can offer or join a game once yours is over.').waitFor();
  expect(await anna.getByRole('link', { name: /^Watch / }).count()).toBe(0);
  await anna.getByRole('button', { name: 'Continue' }).click();
  await board(anna);
  await picture(cleo, 'playing-desk');
  await end(anna, 'Resign');
  await cleo.getByRole('button', { name: 'Challenge Anna' }).waitFor();
  await close(anna, bruno, cleo);
});

test('a declined challenge is told, and a page with work on it is not left', async () => {
  const anna = await person('Anna');
  const bruno = await person('Bruno');
  await anna.getByRole('button', { name: 'Challenge Bruno' }).click();
  await bruno.getByRole('button', { name: 'Decline the challenge from Anna' }).click();
  await anna.getByText('Bruno declined your challenge.').first().waitFor();
  await anna.getByRole('button', { name: 'OK', exact: true }).click();
  await anna.getByRole('button', { name: 'Challenge Bruno' }).click();
  await anna.getByText('Waiting for Bruno').waitFor();
  await anna.getByRole('link', { name: 'Editor' }).click();
  await bruno.getByRole('button', { name: 'Accept the challenge from Anna' }).click();
  await board(bruno);
  await anna.getByText('Your game against Bruno has started.').first().waitFor();
  expect(new URL(anna.url()).pathname).toBe('/editor');
  await anna.getByRole('button', { name: 'Go to the board' }).click();
  await board(anna);
  await end(anna, 'Abort');
  await close(anna, bruno);
});

test('a member with a bad connection stays, and is there once', async () => {
  const anna = await person('Anna');
  const bruno = await person('Bruno', PHONE, true);
  const tablet = await person('Bruno', PHONE, true);
  const buttons = anna.getByRole('button', { name: 'Challenge Bruno' });
  await expect.poll(() => buttons.count()).toBe(1);
  await bruno.context().setOffline(true);
  await tablet.close();
  await bruno.getByText('Connection lost').waitFor({ timeout: 30_000 });
  await anna.getByRole('button', { name: 'Challenge Bruno' }).click();
  await anna.getByText('Waiting for Bruno').waitFor();
  await bruno.context().setOffline(false);
  await bruno.getByRole('button', { name: 'Accept the challenge from Anna' }).waitFor();
  await expect.poll(() => buttons.count()).toBe(1);
  // A restart empties the lobby, and everybody comes back without doing anything.
  await club().kill();
  await anna.getByText('Connection lost').waitFor();
  await club().revive();
  await anna.getByRole('button', { name: 'Challenge Bruno' }).waitFor({ timeout: 30_000 });
  await anna.getByText('Waiting for Bruno').waitFor({ state: 'detached' });
  await close(anna, bruno);
});

test('whoever joins an open game plays it', async () => {
  const anna = await person('Anna', { width: 320, height: 640 }, true);
  await anna.getByRole('button', { name: 'Offer a game' }).click();
  await anna.getByText('Your open game', { exact: true }).waitFor();
  const width = await anna.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(320);
  expect(await violations(anna)).toEqual([]);
  await picture(anna, 'open-game-small');
  const bruno = await person('Bruno');
  await bruno.goto(club().origin);
  await bruno.getByText(/here, 1 open game$/).waitFor();
  await picture(bruno, 'home-desk');
  expect(await violations(bruno)).toEqual([]);
  await bruno.getByRole('link', { name: 'Open the lobby' }).click();
  await bruno.getByRole('button', { name: 'Join Anna’s game' }).click();
  await Promise.all([board(anna), board(bruno)]);
  await end(bruno, 'Abort');
  await close(anna, bruno);
});

test('an organizer pairs two by keyboard, and both are taken there', async () => {
  const anna = await person('Anna', PHONE, true);
  const bruno = await person('Bruno', PHONE, true);
  const organizer = await person('admin');
  await organizer.getByRole('button', { name: 'Pair players' }).focus();
  await organizer.keyboard.press('Enter');
  for (const name of ['Bruno', 'Anna']) {
    await organizer.getByRole('checkbox', { name }).focus();
    await organizer.keyboard.press('Space');
  }
  await organizer.getByText('2 chosen').waitFor();
  expect(await violations(organizer)).toEqual([]);
  await picture(organizer, 'pairing-desk');
  await organizer.getByRole('button', { name: 'Start 1 game' }).focus();
  await organizer.keyboard.press('Enter');
  await Promise.all([board(anna), board(bruno)]);
  await move(bruno, 'd2', 'd4');
  await plies(anna, 1);
  await organizer.getByRole('link', { name: 'Watch Anna’s game' }).click();
  await plies(organizer, 1);
  await end(anna, 'Abort');
  await close(anna, bruno, organizer);
});

test('visitors are asked to log in', async () => {
  const visitor = await club().visitor();
  await visitor.goto(`${club().origin}/lobby`);
  await visitor.getByText('Log in to see who is here').waitFor();
  await expect.poll(() => visitor.getByText('members here').count()).toBe(0);
  await close(visitor);
});
