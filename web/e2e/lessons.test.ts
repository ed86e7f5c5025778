/** A lesson: the teacher's laptop, two pupils, the bell, a power cut, and next week. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import { violations } from './axe';
import { chooseClock, move, openOptions, plies, status } from './board';
import { ADMIN_PASSWORD, logIn, runningClub } from './club';
import { DESK, PHONE } from './harness';

const WITH_PICTURES = process.env['SCREENSHOTS'] === '1';
const PASSWORD = 'a rather long password';
/** Where axe looks: names depend on the size, contrast on the colors, and neither on both. */
const CLOSELY = ['desk-light', 'phone-dark'];
/** The bell takes many pages, and a busy computer its time. */
const LONG_MS = 300_000;
const SIZES = { desk: { width: 1440, height: 900 }, phone: PHONE };

const club = runningClub();
let teacher: Page;
beforeAll(async () => {
  teacher = await person('admin');
  for (const [name, group, role] of [
    ['Anna', '5a', 'member'],
    ['Bruno', '5a', 'member'],
    ['Carla', '6b', 'member'],
    ['Olga', null, 'organizer'],
  ]) {
    const data = { name, password: PASSWORD, group, role };
    const added = await teacher.request.post(`${club().origin}/api/members`, { data });
    expect(added.ok(), await added.text()).toBe(true);
  }
});

/** Somebody who is logged in. Axe puts a style of its own into pages, which the policy forbids. */
async function person(name: string, size = DESK, touch = false): Promise<Page> {
  const page = await club().visitor(size, touch, true);
  await page.goto(club().origin);
  await logIn(page, name, name === 'admin' ? ADMIN_PASSWORD : PASSWORD);
  return page;
}

/** Axe finds nothing on either screen, and nothing sticks out sideways. */
async function inspect(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? DESK;
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const side = `lessons-${name}-${size}-${colorScheme}`;
      if (WITH_PICTURES) {
        await page.waitForTimeout(150);
        await page.screenshot({ path: `screenshots/${side}.png`, fullPage: true });
      }
      if (CLOSELY.includes(`${size}-${colorScheme}`)) {
        expect(await violations(page), side).toEqual([]);
      }
      const wide = (): Promise<boolean> =>
        page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      await expect.poll(wide, { message: side }).toBe(false);
    }
  }
  await page.setViewportSize(before);
}

/** Anna invites Bruno, and both have moved. */
async function game(): Promise<readonly [white: Page, black: Page]> {
  const white = await person('Anna');
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await chooseClock(white, '10+5');
  await white.getByRole('button', { name: 'Create invitation' }).click();
  const link = await white.getByRole('textbox', { name: 'Copy link' }).inputValue();
  const black = await person('Bruno', PHONE, true);
  await black.goto(link);
  await black.getByRole('button', { name: 'Join game' }).click();
  await white.getByText('Your move').waitFor();
  await move(white, 'e2', 'e4');
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await Promise.all([white, black].map((page) => plies(page, 2)));
  return [white, black];
}

const clocks = (page: Page): Promise<string[]> => page.getByRole('timer').allInnerTexts();

/** The card of a group on the page of the teacher. */
const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens the page of the lesson in the way that a teacher finds it. */
async function openLesson(page: Page, name: string): Promise<void> {
  await page.goto(club().origin);
  await page.getByRole('button', { name: `Logged in as ${name}` }).click();
  await page.getByRole('link', { name: 'Lesson' }).click();
  await page.getByRole('heading', { name: 'Lesson', level: 1 }).waitFor();
}

test(
  'games stop at the bell, outlive a power cut, and go on with the same clocks',
  async () => {
    const [white, black] = await game();
    const olga = await person('Olga');
    await openLesson(olga, 'Olga');
    await card(olga, '5a').getByText('1 game in progress, 0 adjourned').waitFor();
    await expect
      .poll(() => card(olga, '6b').getByRole('button', { name: 'Adjourn' }).isDisabled())
      .toBe(true);
    await card(olga, '5a').getByRole('button', { name: 'Adjourn' }).click();
    await olga.getByText('1 game adjourned.').waitFor();
    await card(olga, '5a').getByText('0 games in progress, 1 adjourned').waitFor();

    for (const page of [white, black]) await status(page, 'Adjourned: both clocks are stopped');
    const shown = await clocks(white);
    await inspect(white, 'adjourned');
    await move(white, 'g1', 'f3');
    await plies(white, 2);
    expect(await white.getByRole('button', { name: 'Offer draw' }).isDisabled()).toBe(true);
    expect(await white.getByRole('button', { name: 'Resign' }).isDisabled()).toBe(false);

    await club().kill();
    await club().revive();
    for (const page of [white, black]) {
      await page.reload();
      await status(page, 'Adjourned: both clocks are stopped');
    }
    expect(await clocks(white)).toEqual(shown);

    // Next week on another tablet: the game is on the home page of its player.
    const tablet = await person('Anna', { width: 820, height: 1180 }, true);
    await tablet.getByText(/^Anna vs Bruno, move\s\d · Adjourned$/).waitFor();
    await tablet.getByRole('button', { name: 'Continue', exact: true }).click();
    await status(tablet, 'Adjourned: both clocks are stopped');
    expect(await clocks(tablet)).toEqual(shown);

    await openLesson(olga, 'Olga');
    await card(olga, '5a').getByRole('button', { name: 'Continue' }).click();
    await olga.getByText('1 game continued.').waitFor();
    await status(tablet, 'Your move');
    await status(black, 'White to move');
    const seconds = (text = ''): number => {
      const [minutes = 0, rest = 0] = text.split(':').map(Number);
      return minutes * 60 + rest;
    };
    const [before, after] = [shown, await clocks(tablet)].map((texts) => texts.map(seconds));
    expect(after?.[0], 'the clock of the side that waits').toBe(before?.[0]);
    expect(after?.[1] ?? 0).toBeLessThanOrEqual(before?.[1] ?? 0);
    expect(after?.[1] ?? 0).toBeGreaterThan((before?.[1] ?? 0) - 60);
    await move(tablet, 'g1', 'f3');
    await plies(black, 3);
    await Promise.all([white, black, tablet, olga].map((page) => page.context().close()));
  },
  LONG_MS,
);

test(
  'what is locked disappears from open pages, says until when, and comes back',
  async () => {
    const anna = await person('Anna');
    await anna.getByRole('button', { name: 'Start game' }).click();
    await anna.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await move(anna, 'e2', 'e4');
    await plies(anna, 2);
    const hint = anna.getByRole('button', { name: 'Hint' });
    const undo = anna.getByRole('button', { name: 'Undo' });
    expect(await hint.isDisabled()).toBe(false);

    await openLesson(teacher, 'admin');
    await inspect(teacher, 'teacher');
    await teacher.getByLabel('Games against the computer').selectOption('Up to 1000');
    await card(teacher, '5a').getByRole('button', { name: 'Lock for this lesson' }).click();
    await teacher.getByText('Locked.', { exact: true }).waitFor();
    // A lesson that goes on past midnight says the day too.
    await card(teacher, '5a')
      .getByText(/^Locked until (\w+ \d+, )?\d\d:\d\d: Hints,.*computer opponents above 1000$/)
      .waitFor();
    await inspect(teacher, 'locked');

    await anna.getByText(/^Your group may not use hints until (\w+ \d+, )?\d\d:\d\d\.$/).waitFor();
    expect(await hint.isDisabled()).toBe(true);
    expect(await undo.isDisabled()).toBe(true);
    await anna.keyboard.press('z');
    await anna.keyboard.press('h');
    await plies(anna, 2);
    await inspect(anna, 'pupil');
    await anna.goto(`${club().origin}/analysis`);
    await anna
      .getByRole('heading', { name: /Your group may not use the analysis board until/ })
      .waitFor();
    await anna.getByText('An organizer can change that.').waitFor();
    await inspect(anna, 'page');
    await anna.goto(club().origin);
    await anna.getByText(/play the computer above a rating of 1000 until/).waitFor();
    await expect.poll(() => anna.getByText('Medium', { exact: true }).count()).toBe(0);
    await openOptions(anna);
    await anna.getByText('Easy', { exact: true }).waitFor();
    await anna.getByRole('button', { name: 'Start game' }).click();
    await anna.waitForSelector('[data-square="e2"]:not(.home-board *)');

    const carla = await person('Carla');
    await carla.goto(`${club().origin}/analysis`);
    await carla.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await card(teacher, '5a').getByRole('button', { name: 'Unlock' }).click();
    await teacher.getByText('Unlocked.', { exact: true }).waitFor();
    await expect.poll(() => hint.isDisabled()).toBe(false);
    await Promise.all([anna, carla].map((page) => page.context().close()));
  },
  LONG_MS,
);

test('visitors are locked too, by keyboard alone, and pupils cannot just log out', async () => {
  const visitor = await club().visitor();
  await visitor.goto(`${club().origin}/analysis`);
  await visitor.waitForSelector('[data-square="e2"]:not(.home-board *)');

  await openLesson(teacher, 'admin');
  await teacher.getByRole('radio', { name: '45 min' }).focus();
  for (let steps = 0; steps < 3; steps += 1) await teacher.keyboard.press('ArrowRight');
  await expect
    .poll(() => teacher.getByRole('radio', { name: 'Until I unlock' }).isChecked())
    .toBe(true);
  await card(teacher, 'Visitors').getByRole('button', { name: 'Lock for this lesson' }).focus();
  await teacher.keyboard.press('Enter');
  await visitor
    .getByRole('heading', {
      name: 'Without logging in, you may not use the analysis board at the moment.',
    })
    .waitFor();
  await card(teacher, 'Visitors').getByRole('button', { name: 'Unlock' }).focus();
  await teacher.keyboard.press('Enter');
  await visitor.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await visitor.context().close();
});

test('members may not lead lessons', async () => {
  const carla = await person('Carla');
  await carla.goto(`${club().origin}/lessons`);
  await carla.getByText('Only organizers and the admin of this server can lead lessons.').waitFor();
  expect(await carla.getByRole('button', { name: 'Adjourn' }).count()).toBe(0);
  await carla.context().close();
});
