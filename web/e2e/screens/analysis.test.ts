/** Reviews, lessons, the analysis board, studies and the editor, as `inspect.ts` looks at them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { move } from '../board';
import { runningClub } from '../club';
import { anotherWindow } from '../harness';
import { inspect, picture, toMate, visitor } from './inspect';

const club = runningClub();

// req: B6
test('a review, a lesson and its print', async () => {
  const page = await visitor(club());
  await toMate(page, club().origin);
  await page.getByRole('dialog').getByRole('link', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  await inspect(page, 'review');
  await page.getByRole('button', { name: 'Share as a picture' }).click();
  await page.getByRole('img', { name: /^Ada 0 – Bo 1/ }).waitFor();
  await inspect(page, 'review-picture');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'review-print', true);
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await expect.poll(() => page.locator('cg-board').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('.note .line').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Return to the game' }).waitFor();
  await inspect(page, 'review-line');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Find a better move for White.').waitFor();
  await inspect(page, 'review-retry');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByText(/^Better: /).waitFor();
  await inspect(page, 'review-solution');
  await page.getByRole('button', { name: 'Back to the review' }).click();
  await page.getByRole('button', { name: 'White: 1 blunder' }).click();
  await page.getByText('Find a better move for White.').waitFor();
  await inspect(page, 'lesson');
});

// req: B6
test('the analysis board', async () => {
  const page = await visitor(club());
  await page.goto(`${club().origin}/analysis`);
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('5');
  await page.locator('.engine li').nth(4).waitFor();
  await move(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Delete from here' }).waitFor();
  await inspect(page, 'analysis');
});

test('studies: the list, a name, a link, a conflict and what others see', async () => {
  const page = await visitor(club());
  const play = async (where: Page, from: string, to: string, san: string): Promise<void> => {
    await where.locator(`[data-square="${from}"][aria-label*="can move"]`).waitFor();
    await move(where, from, to);
    await where.getByRole('button', { name: san }).waitFor();
  };
  const saved = page.locator('.state[data-state="saved"]');
  await page.goto(`${club().origin}/studies`);
  await page.getByText('No studies yet').waitFor();
  await inspect(page, 'studies-none');
  const titles = ['A plan against the Sicilian', `${'Rook ending '.repeat(12)}to be continued`];
  for (const title of titles) {
    await page.goto(`${club().origin}/analysis`);
    await play(page, 'e2', 'e4', '1. e4');
    await page.getByLabel('Name of the study').fill(title);
    await page.getByLabel('Name of the study').blur();
    await saved.waitFor();
  }
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Share by link').check();
  await page.getByLabel('Link to this study').waitFor();
  await inspect(page, 'study-share');
  await page.keyboard.press('Escape');
  await inspect(page, 'study');

  const other = await anotherWindow(page);
  await other.goto(page.url());
  await play(other, 'e7', 'e5', 'e5');
  await other.locator('.state[data-state="saved"]').waitFor();
  await play(page, 'c7', 'c5', 'c5');
  await page.getByRole('alert').waitFor();
  await inspect(page, 'study-conflict');
  const guest = await visitor(club());
  await guest.goto(page.url());
  await guest.getByText('This study was shared').waitFor();
  await inspect(guest, 'study-guest');
  await play(guest, 'g1', 'f3', '2. Nf3');
  await guest.getByRole('link', { name: 'Editor' }).click();
  await guest.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await inspect(guest, 'study-leave');

  await other.goto(`${club().origin}/studies`);
  await other.getByRole('link', { name: 'A plan against' }).waitFor();
  await inspect(other, 'studies');
});

test('the editor', async () => {
  const page = await visitor(club());
  await page.goto(`${club().origin}/editor`);
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await inspect(page, 'editor');
});
