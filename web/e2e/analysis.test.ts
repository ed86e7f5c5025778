/** The analysis board: variations, notes, PGN in and out, the engine, and playing on. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { move, moves, press, square } from './board';
import { onBothScreens, runningApp } from './harness';

const app = runningApp();

const PGN = `[White "Ada"]
[Black "Bo"]

1. e4 $1 {[%cal Ge2e4] King's pawn} (1. d4 d5) 1... e5 {[%clk 0:04:00]} 2. Nf3 *
`;

async function begin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/analysis`);
  await expect.poll(() => square(page, 'e2')).toContain('can move');
}

/** Moves, and waits until the server has named the move. */
async function play(page: Page, from: string, to: string, text: string): Promise<void> {
  await expect.poll(() => square(page, from)).toContain('can move');
  await move(page, from, to);
  await expect.poll(() => current(page)).toBe(text);
}

async function current(page: Page): Promise<string | null> {
  const shown = page.locator('button.move[aria-current]');
  return (await shown.count()) === 0 ? null : shown.textContent();
}

onBothScreens(
  app,
  'variations are played, promoted, annotated and deleted',
  async (page, origin) => {
    await begin(page, origin);
    await play(page, 'e2', 'e4', '1. e4');
    await play(page, 'e7', 'e5', 'e5');
    await press(page, page.getByRole('button', { name: 'Previous move' }));
    await play(page, 'c7', 'c5', '1… c5');
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5', '1… c5']);
    await press(page, page.getByRole('button', { name: 'Move line up' }));
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5', '1… e5']);
    await press(page, page.getByRole('button', { name: 'Good move' }));
    await page.getByLabel('Comment').fill('Sicilian');
    await page.getByLabel('Comment').blur();
    await page.locator('.comment', { hasText: 'Sicilian' }).waitFor();
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5!', '1… e5']);
    await press(page, page.getByRole('button', { name: 'Delete from here' }));
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5']);
  },
);

onBothScreens(app, 'a PGN is opened with all that is in it', async (page, origin) => {
  await begin(page, origin);
  await press(page, page.getByRole('button', { name: 'Open PGN or FEN' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('1. e4 e9 *');
  await press(page, dialog.getByRole('button', { name: 'Open', exact: true }));
  await dialog.getByRole('alert').getByText('e9').waitFor();
  await dialog.getByRole('textbox').fill(PGN);
  await press(page, dialog.getByRole('button', { name: 'Open', exact: true }));
  await expect.poll(() => moves(page)).toEqual(['1. e4!', '1. d4', 'd5', '1… e5', '2. Nf3']);
  await page.locator('.comment', { hasText: "King's pawn" }).waitFor();
  await press(page, page.getByRole('button', { name: '1. e4!' }));
  await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
});

onBothScreens(app, 'the engine judges every position that is shown', async (page, origin) => {
  await page.goto(
    `${origin}/analysis?${new URLSearchParams({ fen: '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' })}`,
  );
  await press(page, page.getByLabel('Engine'));
  await page.locator('.engine').getByText('#1', { exact: true }).waitFor();
  await page.locator('.engine').getByText('1. Ra8#').waitFor();
  await play(page, 'a1', 'a8', '1. Ra8#');
  await page.getByText('Checkmate! White wins').waitFor();
});

onBothScreens(app, 'a game goes on against the computer from here', async (page, origin) => {
  await begin(page, origin);
  await play(page, 'e2', 'e4', '1. e4');
  await press(page, page.getByRole('button', { name: 'Play the computer from here' }));
  await page.waitForURL(/\/g\//);
  await page.getByText('move 1').first().waitFor();
  await expect.poll(() => square(page, 'e4')).toContain('white pawn');
});
