import { afterAll, beforeAll, expect, test } from 'vitest';

import { plies } from './board';
import { Running } from './harness';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

const FILES = 'abcdefgh';

// Protects: B6
test('a whole game is played with the keyboard alone, and heard', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Two at this screen' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('White’s name').focus();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bo');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-square="e2"]');

  let at = 'e2';
  const walk = async (to: string): Promise<void> => {
    const files = FILES.indexOf(to.charAt(0)) - FILES.indexOf(at.charAt(0));
    const ranks = Number(to.charAt(1)) - Number(at.charAt(1));
    for (let step = 0; step < Math.abs(files); step += 1) {
      await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
    }
    for (let step = 0; step < Math.abs(ranks); step += 1) {
      await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
    }
    at = to;
    await page.keyboard.press('Enter');
  };

  await page.locator('[data-square="e2"]').focus();
  const said = page.locator('[data-said]');
  for (const [index, [from, to, words]] of (
    [
      ['f2', 'f3', 'white pawn, f2 to f3'],
      ['e7', 'e5', 'black pawn, e7 to e5'],
      ['g2', 'g4', 'white pawn, g2 to g4'],
      ['d8', 'h4', 'Checkmate! Black wins'],
    ] as const
  ).entries()) {
    await walk(from);
    await walk(to);
    await plies(page, index + 1);
    await expect.poll(() => said.textContent()).toContain(words);
  }
  const end = page.getByRole('dialog', { name: 'Game over' });
  await end.waitFor();
  await page.keyboard.press('Escape');
  await end.waitFor({ state: 'detached' });
});

// Protects: A3
test('the opponent’s pieces are not picked up, and that is said', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e7"]');
  await page.locator('[data-square="e7"]').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('[data-said]').textContent()).toBe('It is White’s turn');
});
