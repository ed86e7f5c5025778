/** Competitions with all their parts, and ratings, as `inspect.ts` looks at them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from '../axe';
import { ADMIN_PASSWORD, logIn, runningClub } from '../club';
import { inspect, picture, SIZES, stickingOut, visitor } from './inspect';

const club = runningClub();

/** The parts of a competition that are looked at in every language. */
const TRANSLATED = ['standings', 'settings'];

/** Everything is in sight on a small projector: nobody scrolls there. */
async function fitsProjector(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  expect(await violations(page)).toEqual([]);
  expect(await stickingOut(page)).toEqual([]);
  const height = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height).toBe(720);
  await page.setViewportSize(SIZES.desk);
}

const competitions = async (): Promise<void> => {
  const names = ['Émile Béranger', 'Maximiliane Zimmermann-Lenz', 'Noor', 'Pia', 'Tim', 'Zoë'];
  const page = await visitor(club());
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  for (const [index, name] of names.entries()) {
    const details = { name: `${name} ${index}`, password: 'a long password', group: '5a' };
    await page.request.post(`${club().origin}/api/members`, { data: details });
  }
  await page.goto(`${club().origin}/ratings`);
  await page.getByText('No ratings yet').waitFor();
  await inspect(page, 'ratings-none', []);
  await page.goto(`${club().origin}/competitions`);
  await page.getByText('No competitions yet').waitFor();
  await inspect(page, 'competitions-none', []);
  await page.getByRole('link', { name: 'New competition' }).click();
  await page.getByText('More options').click();
  for (const format of ['Round robin', 'Knockout', 'Keizer ladder', 'Swiss']) {
    await page.getByRole('radio', { name: format }).check();
    await inspect(page, `competition-new-${format.toLowerCase().replace(' ', '-')}`, []);
  }
  await page.getByLabel('Name', { exact: true }).fill('Club championship of the autumn');
  for (const name of names) await page.getByRole('checkbox', { name }).first().check();
  await inspect(page, 'competition-new');
  await page.getByRole('button', { name: 'Create competition' }).click();
  await page.getByText('No rounds paired yet.').waitFor();
  await inspect(page, 'competition-unpaired', []);
  const address = page.url();
  await page.getByRole('button', { name: 'Pair by hand' }).click();
  await inspect(page, 'competition-hand', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pair round 1' }).click();
  await page.getByRole('button', { name: 'Swap two players' }).click();
  await inspect(page, 'competition-exchange', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo pairing' }).click();
  await inspect(page, 'competition-remove', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More about' }).first().click();
  await inspect(page, 'competition-board');
  await page.getByRole('button', { name: 'Final position' }).click();
  await inspect(page, 'competition-position', []);
  await page.keyboard.press('Escape');
  for (const result of ['White wins:', 'Draw:', 'Black wins:']) {
    const button = page.getByRole('button', { name: result, pressed: false });
    await button.nth(['White wins:', 'Draw:', 'Black wins:'].indexOf(result)).click();
  }
  await page.getByText('All results are in').waitFor();
  await inspect(page, 'competition-pairings');
  for (const part of ['standings', 'crosstable', 'players', 'history', 'settings', 'slips']) {
    await page.goto(`${address}/${part}`);
    await page.getByText('Club championship').first().waitFor();
    await page.getByText('Loading').waitFor({ state: 'detached' });
    await inspect(page, `competition-${part}`, TRANSLATED.includes(part) ? undefined : []);
    await page.emulateMedia({ media: 'print' });
    await picture(page, `competition-${part}-print`, true);
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto(`${address}/players`);
  await page.getByText('Forbidden pairings').click();
  await page.getByLabel('First player').selectOption({ index: 1 });
  await page.getByLabel('Second player').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Keep apart' }).click();
  await page.getByRole('button', { name: /^Remove: / }).waitFor();
  await inspect(page, 'competition-apart');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await inspect(page, 'competition-player');
  await page.goto(`${address}/screen`);
  await page.getByRole('cell', { name: 'Noor' }).waitFor();
  await inspect(page, 'competition-screen', []);
  await fitsProjector(page);
  await page.goto(`${club().origin}/ratings`);
  await page.getByRole('link', { name: 'Noor' }).waitFor();
  await inspect(page, 'ratings', []);
  await page.getByRole('link', { name: 'Noor' }).click();
  await page.getByText('As a table').click();
  await inspect(page, 'ratings-member');
};

test(
  'competitions: creation, every part of one, its dialogs, the wall and ratings',
  competitions,
  300_000,
);
