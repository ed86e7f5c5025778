/** Names of openings on the analysis board, beside a game, in its review and in its PGN. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { press, openGame, square, PASS_AND_PLAY, type } from './board';
import { onBothScreens, runningApp } from './harness';

const app = runningApp();

/** Opens a game at its start on the analysis board. */
async function open(page: Page, origin: string, pgn: string): Promise<void> {
  await page.goto(`${origin}/analysis`);
  await expect.poll(() => square(page, 'e2')).toContain('can move');
  await press(page, page.getByRole('button', { name: 'Open PGN or FEN' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(pgn);
  await press(page, dialog.getByRole('button', { name: 'Open', exact: true }));
  await page.getByRole('button', { name: '1. e4' }).waitFor();
}

const opening = (page: Page) => page.locator('.opening:not([aria-hidden])');

onBothScreens(app, 'an opening has its name, also after the game left it', async (page, origin) => {
  await open(page, origin, '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. a3 h6 5. h3 *');
  expect(await opening(page).count(), 'the start has no name').toBe(0);
  await press(page, page.getByRole('button', { name: 'Bc5', exact: true }));
  await opening(page).getByText('Giuoco Piano').waitFor();
  expect(await opening(page).getAttribute('class')).not.toContain('soft');
  await press(page, page.getByRole('button', { name: '5. h3' }));
  await expect.poll(() => opening(page).getAttribute('class')).toContain('soft');
  expect(await opening(page).textContent()).toMatch(/C50\s+Giuoco Piano/);
});

onBothScreens(app, 'an opening is named in the language of the reader', async (page, origin) => {
  await open(page, origin, '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *');
  await press(page, page.getByRole('button', { name: 'a6', exact: true }));
  await opening(page).getByText('Sicilian Defense: Najdorf Variation').waitFor();
  for (const [settings, language, name] of [
    ['Settings', 'Deutsch', 'Sizilianische Verteidigung, Najdorf-Variante'],
    ['Einstellungen', 'Français', 'Défense sicilienne, variante Najdorf'],
  ] as const) {
    await press(page, page.getByRole('button', { name: settings }));
    await press(page, page.getByText(language, { exact: true }));
    await page.keyboard.press('Escape');
    await opening(page).getByText(name).waitFor();
    expect(await opening(page).textContent()).toContain('B90');
  }
});

onBothScreens(app, 'a copied game says which opening it is', async (page, origin) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, origin, '1. e4 c5 *');
  await press(page, page.getByRole('button', { name: 'Copy PGN' }));
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('[ECO "B20"]\n[Opening "Sicilian Defense"]');
});

onBothScreens(app, 'a game and its review name the opening', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5');
  await opening(page).getByText("Gedult's Opening").waitFor();
  await type(page, 'g4', 'Qh4#');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.locator('.summary .opening').getByText('A00').waitFor();
});
