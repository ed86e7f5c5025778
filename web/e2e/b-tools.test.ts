import { afterAll, beforeAll, expect, test } from 'vitest';

import { click, drag, move, plies, square } from './board';
import { DESK, PHONE, Running } from './harness';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

// Protects: B2
test('a position is put together in the editor and played from there', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await running.visitor(viewport);
    await page.goto(`${running.origin}/editor`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Put a white king' }).click();
    await click(page, 'e1');
    await page.getByRole('button', { name: 'Put a black king' }).click();
    await click(page, 'e8');
    await page.getByRole('button', { name: 'Put a white rook' }).click();
    await click(page, 'a1');
    await click(page, 'b1');
    await click(page, 'b1');
    await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
    await drag(page, 'a1', 'h1');
    const fen = page.getByLabel('FEN');
    await expect.poll(() => fen.inputValue()).toBe('4k3/8/8/8/8/8/8/4K2R w - - 0 1');
    await page.getByRole('button', { name: 'Play both sides' }).click();
    await page.waitForSelector('.game [data-square="h1"]');
    await move(page, 'h1', 'h8');
    await plies(page, 1);
    await page.context().close();
  }
});

// Protects: B2
test('a position that cannot be is refused in a sentence', async () => {
  const page = await running.visitor();
  await page.goto(`${running.origin}/editor`);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Play both sides' }).click();
  await page.getByRole('alert').filter({ hasText: /king/i }).waitFor();
});

// Protects: B6
test('settings are seen at once and remembered', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await page.getByText('Sea', { exact: true }).click();
  await page.getByText('Français').click();
  await page.getByRole('heading', { name: 'Réglages' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Commencer' }).waitFor();
  const worn = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(worn).toMatchObject({ look: 'dark', board: 'sea' });
});

// Protects: B6
test('moves are confirmed where somebody wants that', async () => {
  const page = await running.visitor(PHONE, true);
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Always').click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
  await move(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => square(page, 'e2')).toContain('white pawn');
  await move(page, 'd2', 'd4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await plies(page, 2);
});

// Protects: C2
test('a name with markup in it stays text, and a long one is cut', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Two at this screen' }).click();
  await page.getByLabel('White’s name').fill('<b>x</b>');
  await page.getByLabel('Black’s name').fill('B'.repeat(10_000));
  expect((await page.getByLabel('Black’s name').inputValue()).length).toBeLessThanOrEqual(32);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.locator('form b').count()).toBe(0);
});

test('what only looks like a game is told so', async () => {
  const page = await running.visitor();
  await page.goto(`${running.origin}/g/nothing123`);
  await page.getByText('There is no such game here.').waitFor();
  await page.goto(`${running.origin}/elsewhere`);
  await page.getByText('There is nothing at this address.').waitFor();
});
