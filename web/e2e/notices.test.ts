/** Notices beside a board: they lie over the oldest moves, never over what a player needs. */
import { expect, test } from 'vitest';

import { openGame, PASS_AND_PLAY, type } from './board';
import { runningApp } from './harness';

const app = runningApp();
const TEN_MINUTES = { base_ms: 600_000, bonus: { type: 'none' } } as const;
const CLOCKS = { time: { white: TEN_MINUTES, black: TEN_MINUTES } };
const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7', 'Re1', 'b5'];
/** What stays in sight while a notice is there. */
const NEEDED =
  'cg-board, [role="timer"], [role="toolbar"] button, .status, #typed-move, .move[aria-current]';

test.each([
  [1440, 900],
  [1280, 720],
])('nothing that a player needs is covered at %i × %i', async (width, height) => {
  const page = await app().visitor({ width, height });
  // Not every headless browser allows it of itself.
  await page.context().grantPermissions(['clipboard-write']);
  await openGame(page, app().origin, { ...PASS_AND_PLAY, ...CLOCKS });
  await type(page, ...MOVES);
  await page.locator('#content').focus();
  await page.keyboard.press('f');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click();
  await page.keyboard.press('Escape');
  const notice = await page.locator('.notice').boundingBox();
  if (notice === null) throw new Error('there is no notice');
  const covered = await page.locator(NEEDED).evaluateAll(
    (all, { x, y, width, height }) =>
      all
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < x + width && right > x && top < y + height && bottom > y;
        })
        .map((one) => one.outerHTML.slice(0, 80)),
    notice,
  );
  expect(covered).toEqual([]);
  await page.context().close();
});
