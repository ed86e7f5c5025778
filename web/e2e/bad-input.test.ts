/** Bad input and unknown addresses: a clear error, and nothing has changed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { moves, square } from './board';
import { SCREENS } from './club';
import { Running } from './harness';

const LONGEST_NAME = 32;
const HTML = '<img src=x onerror="document.title=`hacked`">';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

describe.each(SCREENS)('on %s', (_, size, touch) => {
  const visitor = () => running.visitor(size, touch);

  // req: C1, C2
  test('a name of ten thousand characters is cut off, and HTML in one shows an error', async () => {
    const page = await visitor();
    await page.goto(running.origin);
    await page.getByRole('button', { name: 'Pass and play' }).click();
    await page.getByLabel('Black’s name').fill('Bo');
    await page.getByLabel('White’s name').focus();
    await page.keyboard.insertText(HTML);
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.getByText('A name has 1 to 32 characters').waitFor();
    await expect.poll(() => page.getByLabel('Black’s name').inputValue()).toBe('Bo');
    await page.getByLabel('White’s name').fill('');
    await page.getByLabel('White’s name').focus();
    await page.keyboard.insertText('x'.repeat(10_000));
    const typed = await page.getByLabel('White’s name').inputValue();
    expect(typed).toBe('x'.repeat(LONGEST_NAME));
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.getByText(typed).first().waitFor();
  });

  test('a name of ten thousand characters that is sent in other ways shows an error', async () => {
    const page = await visitor();
    const person = { name: 'x'.repeat(10_000), player: { type: 'person' } };
    const answer = await page.request.post(`${running.origin}/api/games`, {
      data: {
        start: { type: 'standard' },
        seats: { white: person, black: person },
        time: { white: null, black: null },
        shared: true,
        automatic_draws: true,
      },
    });
    expect(answer.status()).toBe(400);
    expect(await answer.text()).toContain('10000 characters of text; at most 1024 are allowed');
  });

  // req: B2
  test('HTML in a PGN is shown as text and does nothing', async () => {
    const page = await visitor();
    await page.goto(`${running.origin}/library`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(
        // Another round on each screen, or the second is recognized as the same game.
        `[Round "${page.viewportSize()?.width}"]\n[White "${HTML.replaceAll('"', "'")}"]\n` +
          `[Black "Quite safe"]\n\n1. e4 {${HTML}} *\n`,
      );
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 game was imported.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByText('Quite safe').first().waitFor();
    await expect.poll(() => page.locator('main img').count()).toBe(0);
    await expect.poll(() => page.title()).not.toBe('hacked');
  });

  // req: B2
  test('a broken FEN in the editor shows an error, and the board stays', async () => {
    const page = await visitor();
    await page.goto(`${running.origin}/editor`);
    await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await page.getByRole('button', { name: 'Clear board' }).click();
    await page.getByText('White has no king; each side needs exactly one').waitFor();
    const play = page.getByRole('button', { name: 'Pass and play' });
    await expect.poll(() => play.isDisabled()).toBe(true);
    await expect.poll(() => square(page, 'e1')).toBe('e1, empty');
    let answer = (): void => {};
    const typed = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/positions', async (route) => {
      await typed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Starting position' }).click();
    await page.getByRole('textbox', { name: 'FEN' }).fill('nonsense');
    await page.getByRole('textbox', { name: 'FEN' }).press('Enter');
    const error = page.getByRole('alert').filter({ hasText: 'That isn’t a valid FEN' });
    await error.waitFor();
    answer();
    await expect.poll(() => square(page, 'e1')).toMatch(/white king/);
    // What the server says about the board arrives after the error.
    await expect.poll(() => play.isEnabled()).toBe(true);
    expect(await error.isVisible()).toBe(true);
  });

  test('an unknown address shows an error and a way back', async () => {
    const page = await visitor();
    for (const [path, status] of [
      ['/', 200],
      ['/library', 200],
      ['/members', 200],
      ['/audit', 200],
      ['/server', 200],
      ['/editor', 200],
      ['/g/AAAAAAAAAA', 200],
      ['/nowhere', 404],
    ] as const) {
      expect((await page.goto(running.origin + path))?.status(), path).toBe(status);
    }
    for (const [path, sentence] of [
      ['/nowhere/at/all', 'Page not found'],
      ['/g/AAAAAAAAAA', 'Game not found'],
      ['/g/AAAAAAAAAA/screen', 'Game not found'],
      ['/g/AAAAAAAAAA/review', 'Game not found'],
    ] as const) {
      const main = page.getByRole('main');
      await page.goto(running.origin + path);
      await main.getByRole('heading', { name: sentence }).waitFor();
      await main.getByText('The link may be outdated or incomplete.').waitFor();
      await main.getByRole('link', { name: 'Library' }).click();
      await main.getByRole('heading', { name: 'Library' }).waitFor();
      await page.goto(running.origin + path);
      await main.getByRole('link', { name: 'Play' }).click();
      await page.getByRole('button', { name: 'Start game' }).waitFor();
    }
    await expect.poll(() => moves(page)).toEqual([]);
  });
});
