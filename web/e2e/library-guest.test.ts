/** The library of somebody who is not the admin: their own games, and a look at those of others. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { AGAINST_EASY, PASS_AND_PLAY, move, openGame, plies, type } from './board';
import { runningApp } from './harness';
import { act, rowOf } from './libraryTable';

const app = runningApp();

/** Somebody who has never opened the owner's link. */
async function guest(width: number, locale = 'en-US'): Promise<Page> {
  const context = await app().browser.newContext({
    viewport: { width, height: 800 },
    locale,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
}

// req: C3
test('guests delete and restore the games that they have played here', async () => {
  const page = await guest(1000);
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  await page.getByRole('dialog').getByText('Bo wins by checkmate').waitFor();
  await page.goto(`${app().origin}/library`);
  await act(page, 'Ada', 'Delete');
  await page.getByText('1 game deleted').waitFor();
  await expect.poll(() => rowOf(page, 'Ada').count()).toBe(0);
  await page.getByRole('button', { name: 'Restore' }).click();
  await rowOf(page, 'Ada').waitFor();
  const other = await guest(1000);
  await other.goto(`${app().origin}/library`);
  await rowOf(other, 'Ada')
    .getByRole('button', { name: /^Actions: / })
    .click();
  await other.getByRole('menuitem', { name: 'Copy PGN' }).waitFor();
  expect(await other.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
  await other.context().close();
  await page.context().close();
});

// req: C3
test('guests learn that everybody sees the games, and the owner of the server need not', async () => {
  const sentence = 'Everyone on this server can see these games.';
  const page = await guest(1000);
  await page.goto(`${app().origin}/library`);
  await page.getByText(sentence).waitFor();
  await page.context().close();
  const owner = await app().visitor();
  await owner.goto(`${app().origin}/library`);
  // Once the page knows who they are.
  await owner.getByRole('banner').getByRole('link', { name: 'Administration' }).waitFor();
  expect(await owner.getByText(sentence).count()).toBe(0);
  await owner.context().close();
});

test('a small board shows the game under the mouse', async () => {
  for (const width of [1000, 1280]) {
    const page = await guest(width);
    await openGame(page, app().origin, AGAINST_EASY);
    await move(page, 'e2', 'e4');
    await plies(page, 2);
    await page.goto(`${app().origin}/library`);
    const board = page.locator('.hover-board piece');
    // Where the details of the first game are beside the list, they have its board.
    await page.locator('tbody tr[data-index="1"] td.result').hover();
    await board.first().waitFor({ state: 'attached' });
    await page.mouse.move(5, 5);
    await expect.poll(() => board.count(), { message: `${width} pixels` }).toBe(0);
    await page.context().close();
  }
});

test('computers are named in the language of the reader', async () => {
  const page = await guest(1000, 'de');
  await openGame(page, app().origin, {
    ...AGAINST_EASY,
    seats: {
      ...AGAINST_EASY.seats,
      black: { ...AGAINST_EASY.seats.black, name: 'Computer (Easy)' },
    },
  });
  await page.locator('.player', { hasText: 'Computer (Leicht)' }).waitFor();
  await page.goto(`${app().origin}/library`);
  await rowOf(page, 'Computer (Leicht)').waitFor();
  const search = page.getByLabel('Suchen', { exact: true });
  const blacks = (): Promise<string[]> => page.locator('tbody td.black bdi').allTextContents();
  // Each search finds other rows than the one before.
  for (const [text, names] of [
    ['leichter', []],
    ['leicht', ['Computer (Leicht)']],
    ['schwer', []],
    ['Computer (Leicht)', ['Computer (Leicht)']],
  ] as const) {
    await search.fill(text);
    const found = async (): Promise<string[]> => [...new Set(await blacks())];
    await expect.poll(found, { message: text }).toEqual(names);
  }
  await page.context().close();
});
