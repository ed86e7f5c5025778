/** The position editor: setting up a position and playing from it. */
import { expect, test } from 'vitest';

import { click, drag, move, plies, square } from './board';
import { DESK, PHONE, onBothScreens, runningApp } from './harness';

const app = runningApp();

// req: B2
test('a position is put together in the editor and played from there', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await app().visitor(viewport);
    await page.goto(`${app().origin}/editor`);
    await page.getByRole('button', { name: 'Clear board' }).click();
    await page.getByRole('button', { name: 'Place a white king' }).click();
    await click(page, 'e1');
    await page.getByRole('button', { name: 'Place a black king' }).click();
    await click(page, 'e8');
    await page.getByRole('button', { name: 'Place a white rook' }).click();
    await click(page, 'a1');
    await click(page, 'b1');
    await click(page, 'b1');
    await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
    await drag(page, 'a1', 'h1');
    const fen = page.getByLabel('FEN');
    await expect.poll(() => fen.inputValue()).toBe('4k3/8/8/8/8/8/8/4K2R w - - 0 1');
    await page.getByRole('button', { name: 'Pass and play' }).click();
    await page.waitForSelector('.game [data-square="h1"]');
    await move(page, 'h1', 'h8');
    await plies(page, 1);
    await page.context().close();
  }
});

onBothScreens(app, 'the editor shows the board from the other side', async (page, origin) => {
  await page.goto(`${origin}/editor`);
  const corner = (): Promise<string | null> =>
    page.locator('.board [data-square]').first().getAttribute('data-square');
  await expect.poll(corner).toBe('a8');
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect.poll(corner).toBe('h1');
  // A tapped square is the one that is seen there.
  await page.getByRole('button', { name: 'Clear board' }).click();
  await page.getByRole('button', { name: 'Place a white king' }).click();
  await click(page, 'e1');
  await expect.poll(() => page.getByLabel('FEN').inputValue()).toContain('4K3 w');
});

// req: B2
test('what is wrong with a position is said at once, and nobody can play it', async () => {
  const page = await app().visitor();
  await page.goto(`${app().origin}/editor`);
  await page.getByRole('button', { name: 'Clear board' }).click();
  await page.getByRole('alert').filter({ hasText: /king/i }).waitFor();
  const ways = [/Pass and play/, /Play the computer/].map((name) =>
    page.getByRole('button', { name }),
  );
  for (const way of ways) expect(await way.isDisabled()).toBe(true);
  const analysis = page.getByRole('link', { name: 'Analyze' });
  expect(await analysis.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Starting position' }).click();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  for (const way of ways) expect(await way.isDisabled()).toBe(false);
});

// req: B2
onBothScreens(app, 'the editor asks for level and side before the computer plays', async (page) => {
  await page.goto(`${app().origin}/editor`);
  await page.getByRole('button', { name: 'Play the computer from here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play the computer' });
  await dialog.getByText('Medium', { exact: true }).click();
  await dialog.getByText('Black', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Start game' }).click();
  await page.getByText('Computer (Medium)').first().waitFor();
  // The computer may have moved by now.
  await expect.poll(() => square(page, 'e8')).toMatch(/black king/);
  const [e1, e8] = await Promise.all(
    ['e1', 'e8'].map(
      async (name) => (await page.locator(`[data-square="${name}"]`).boundingBox())?.y ?? 0,
    ),
  );
  expect(e1).toBeLessThan(e8 ?? 0);
});
