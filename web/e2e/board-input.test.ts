/** One player at the board: what is typed, clicked and shown means what people take it to mean. */
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  click,
  drag,
  drawn,
  from,
  move,
  moves,
  plies,
  openGame,
  square,
  status,
  type,
} from './board';
import { gate, onBothScreens, runningApp } from './harness';

const app = runningApp();

test('typed moves follow each other, and no letter of them is a shortcut', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, AGAINST_EASY);
  const field = page.locator('#typed-move');
  await page.keyboard.press('m');
  await page.keyboard.type('h4');
  await page.keyboard.press('Enter');
  // The opponent may still be thinking, and the hand goes on.
  await page.keyboard.type('Rh3');
  await plies(page, 2);
  await expect.poll(() => field.inputValue()).toBe('Rh3');
  await page.keyboard.press('Enter');
  await plies(page, 4);
  expect((await moves(page))[2]).toBe('Rh3');
  expect(new URL(page.url()).pathname).toMatch(/^\/g\//);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('typed-move');
});

test('a move that is typed too early is kept until it is time', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'e4', 'e5');
  await page.getByRole('button', { name: 'e4', exact: true }).click();
  await page.locator('#typed-move').fill('Nf3');
  await page.locator('#typed-move').press('Enter');
  await page.locator('form').getByText('earlier position').waitFor();
  await page.getByRole('button', { name: 'Last move' }).click();
  await page.locator('#typed-move').press('Enter');
  await plies(page, 3);
});

// req: B2
test('the key F leads to the FEN of the game, ready to be typed over', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, { ...PASS_AND_PLAY, ...from('8/P6k/8/8/8/8/8/K7 w - - 0 1') });
  await page.keyboard.press('f');
  const field = page.getByLabel('FEN', { exact: true });
  await expect.poll(() => field.inputValue()).toBe('8/P6k/8/8/8/8/8/K7 w - - 0 1');
  const before = page.url();
  await page.keyboard.insertText('8/R7/7k/8/8/8/8/K7 w - - 0 1');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await expect.poll(() => square(page, 'a7')).toMatch(/white rook/);
});

// req: B5
onBothScreens(app, 'no evaluation is shown for a position it is not about', async (page) => {
  await openGame(page, app().origin, PASS_AND_PLAY);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Evaluation' }).click();
  const line = page.locator('.card[role="status"]');
  const worth = line.locator('strong');
  await worth.waitFor();
  const answer = gate();
  await page.route('**/evaluation', async (route) => {
    await answer.passed;
    await route.continue();
  });
  await type(page, 'e4');
  await expect.poll(() => line.textContent()).toMatch(/^\s*…\s*$/);
  answer.open();
  await worth.waitFor();
  await page.getByRole('button', { name: 'First move' }).click();
  await expect.poll(() => worth.count()).toBe(0);
});

// req: A5
test('a game that was over before it was opened is shown without a card', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5', 'g4', 'Qh4');
  await page.getByRole('dialog', { name: 'Game over' }).waitFor();
  await page.reload();
  await plies(page, 4);
  await page.getByText('Bo wins by checkmate').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

// req: A6
onBothScreens(app, 'a capture in passing is marked as a capture', async (page, origin) => {
  await openGame(page, origin, {
    ...PASS_AND_PLAY,
    ...from('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'),
  });
  await click(page, 'e5');
  const marks = drawn(page, 'square.move-dest');
  await expect.poll(() => marks.count()).toBe(2);
  await expect.poll(() => drawn(page, 'square.move-dest.oc').count()).toBe(1);
  await click(page, 'd6');
  await plies(page, 1);
  await expect.poll(() => drawn(page, 'square.oc').count()).toBe(0);
});

// req: A3
onBothScreens(app, 'a piece of the wrong color says whose turn it is', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  await click(page, 'e7');
  await status(page, 'It’s White’s turn');
  await move(page, 'e2', 'e4');
  await plies(page, 1);
  await status(page, 'Black to move');
});

// req: A3
onBothScreens(app, 'a move that leaves the king in check says so', async (page, origin) => {
  const pinned = from('3rr1k1/8/8/8/8/8/4N3/4K3 w - - 0 1');
  await openGame(page, origin, { ...PASS_AND_PLAY, ...pinned });
  await move(page, 'e2', 'c3');
  await status(page, 'This move leaves your king in check.');
  await drag(page, 'e1', 'd1');
  await status(page, 'Your king would be in check there.');
  await expect.poll(() => square(page, 'e2')).toMatch(/white knight/);
  await expect.poll(() => moves(page)).toEqual([]);
});

// req: C6
test('moves are written in the language, in English or with figurines', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'Nf3', 'd5');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Deutsch').click();
  await expect.poll(() => moves(page)).toEqual(['Sf3', 'd5']);
  await page.getByText('Figurinen').click();
  await expect.poll(() => moves(page)).toEqual(['♞f3', 'd5']);
  await page.getByRole('button', { name: 'Springer f3', exact: true }).waitFor();
  await page.getByText('N, B, R (englisch)').click();
  await expect.poll(() => moves(page)).toEqual(['Nf3', 'd5']);
  await page.getByText('S, L, T').click();
  await page.keyboard.press('Escape');
  await type(page, 'Sc3');
  await expect.poll(() => moves(page)).toEqual(['Sf3', 'd5', 'Sc3']);
  const pgn = await page.request.get(
    `${app().origin}/api${new URL(page.url()).pathname.replace('/g/', '/games/')}/pgn`,
  );
  expect(await pgn.text()).toContain('1. Nf3 d5 2. Nc3');
});
