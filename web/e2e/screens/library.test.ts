/** The end of a game, the library and imports, as `inspect.ts` looks at them. */
import { expect, test } from 'vitest';

import { violations } from '../axe';
import { runningClub } from '../club';
import { inspect, picture, SIZES, toMate, visitor } from './inspect';

const club = runningClub();

// req: A5, C3
test('the end of a game, the library and an import', async () => {
  const page = await visitor(club());
  await toMate(page, club().origin);
  await inspect(page, 'end');
  await page.goto(`${club().origin}/library`);
  const row = page.locator('tbody tr', { hasText: 'Ada' });
  await row.waitFor();
  await inspect(page, 'library');
  await row.getByRole('button').click();
  await page.getByRole('menu').waitFor();
  expect(await violations(page), 'the menu of a game').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Ada vs Bo' }).check();
  await inspect(page, 'library-selected', []);
  await page.setViewportSize(SIZES.phone);
  // The rows follow the window a frame later.
  await expect
    .poll(() => row.evaluate((element) => element.getBoundingClientRect().height), {
      message: 'a card, in pixels',
    })
    .toBe(90);
  expect(await row.evaluate((element) => element.scrollHeight)).toBeLessThanOrEqual(90);
  await row.locator('td.white').click();
  await page.getByRole('dialog', { name: 'Game details' }).waitFor();
  expect(await violations(page), 'the details on a phone').toEqual([]);
  await picture(page, 'library-details-phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize(SIZES.desk);
  await page.getByRole('button', { name: 'Import' }).click();
  await inspect(page, 'import');
  const text = '[White "Good"]\n\n1. e4 *\n\n[White "Bad"]\n\n1. e4 e9 *\n';
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('2 games were imported.').waitFor();
  await inspect(page, 'import-report');
});
