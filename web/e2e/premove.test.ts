/** Moves that are chosen ahead, and what is drawn on the board. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  click,
  drag,
  draw,
  drawn,
  from,
  move,
  moves,
  openAsBlack,
  plies,
  press,
  openGame,
  square,
} from './board';
import { onBothScreens, runningApp, slowServer } from './harness';

const app = runningApp();
const PAWN = '7k/8/8/8/8/8/1p5K/8 w - - 0 1';

const blue = (page: Page): Promise<number> => drawn(page, 'square.current-premove').count();

// req: A6, A8
onBothScreens(app, 'a pawn that promotes ahead of time becomes a queen', async (black) => {
  const white = await openAsBlack(app(), black, from(PAWN));
  await move(black, 'b2', 'b1');
  await expect.poll(() => blue(black)).toBe(2);
  await expect.poll(() => square(black, 'b1')).toBe('b1, black queen, premove 1');
  expect(await black.getByRole('dialog').count()).toBe(0);
  await move(white, 'h2', 'h3');
  await plies(black, 2);
  await expect.poll(() => moves(black)).toEqual(['Kh3', 'b1=Q']);
});

// req: A8
onBothScreens(app, 'premoves wait in a row and are played one by one', async (black) => {
  const white = await openAsBlack(app(), black, {});
  await move(black, 'e7', 'e5');
  await drag(black, 'g8', 'f6');
  await move(black, 'f6', 'e4');
  await expect.poll(() => blue(black)).toBe(5);
  await expect
    .poll(() => black.locator('.badge.premove').allTextContents())
    .toEqual(['1', '2', '3']);
  await expect
    .poll(async () => [await square(black, 'e4'), await square(black, 'g8')])
    .toEqual(['e4, black knight, premove 3', 'g8, empty']);
  await move(white, 'a2', 'a3');
  await plies(black, 2);
  await expect.poll(() => blue(black)).toBe(3);
  await move(white, 'b2', 'b3');
  await plies(black, 4);
  await expect.poll(() => blue(black)).toBe(2);
  await move(white, 'c2', 'c3');
  await plies(black, 6);
  await expect.poll(() => moves(black)).toEqual(['a3', 'e5', 'b3', 'Nf6', 'c3', 'Ne4']);
  await expect.poll(() => blue(black)).toBe(0);
});

// req: A8
onBothScreens(app, 'an impossible premove cancels those after it', async (black) => {
  const white = await openAsBlack(app(), black, {});
  await move(black, 'd7', 'd5');
  await move(black, 'd5', 'e4');
  await move(black, 'b8', 'c6');
  await move(white, 'g1', 'f3');
  await plies(black, 2);
  // Nothing came to e4.
  await move(white, 'a2', 'a3');
  await black.getByText('Your premove d5 to e4 is no longer possible').waitFor();
  await expect.poll(() => blue(black)).toBe(0);
  await expect
    .poll(async () => [await square(black, 'd5'), await square(black, 'b8')])
    .toEqual(['d5, black pawn, can move to d4', 'b8, black knight, can move to a6, c6, d7']);
  await expect.poll(() => moves(black)).toEqual(['Nf3', 'd5', 'a3']);
});

// req: A8
onBothScreens(app, 'premoves are dropped by a tap elsewhere, and seen to go', async (black) => {
  const white = await openAsBlack(app(), black, {});
  await move(black, 'e7', 'e5');
  await move(black, 'd7', 'd6');
  await expect.poll(() => blue(black)).toBe(4);
  await click(black, 'a5');
  await expect.poll(() => blue(black)).toBe(0);
  await expect.poll(() => square(black, 'e7')).toBe('e7, black pawn');
  await move(black, 'f7', 'f5');
  await move(white, 'e2', 'e4');
  await plies(black, 2);
  await expect.poll(() => moves(black)).toEqual(['e4', 'f5']);
  // The pawn that is to take is taken itself.
  await move(black, 'f5', 'e4');
  await move(white, 'e4', 'f5');
  await black.getByText('Your premove f5 to e4 is no longer possible').waitFor();
  await expect.poll(() => blue(black)).toBe(0);
});

// req: A8
test('a right click and Escape drop all premoves, and a lost connection keeps them', async () => {
  const black = await app().visitor();
  const white = await openAsBlack(app(), black, {});
  const drops = [() => draw(black, 'a3', 'a3'), () => black.keyboard.press('Escape')];
  for (const drop of drops) {
    await move(black, 'e7', 'e5');
    await move(black, 'g8', 'f6');
    await expect.poll(() => blue(black)).toBe(4);
    await drop();
    await expect.poll(() => blue(black)).toBe(0);
  }
  await move(black, 'e7', 'e5');
  await app().kill();
  await black.getByText('Connection lost').waitFor();
  await expect.poll(() => blue(black)).toBe(2);
  await app().revive();
  await white.getByText('Your move (White) · move 1').waitFor();
  await move(white, 'e2', 'e4');
  await Promise.all([white, black].map((page) => plies(page, 2)));
});

// req: A8
test('a premove right after a move that is still on its way is kept', async () => {
  const page = await app().visitor();
  const holdAnswers = await slowServer(page);
  await openGame(page, app().origin, AGAINST_EASY);
  const open = holdAnswers();
  await move(page, 'e2', 'e4');
  await move(page, 'g2', 'g3');
  await move(page, 'a2', 'a3');
  expect(await moves(page)).toEqual([]);
  // What was moved stays where it is, though the server has not answered.
  await expect
    .poll(async () => [await square(page, 'e4'), await square(page, 'g3')])
    .toEqual(['e4, white pawn', 'g3, white pawn, premove 1']);
  open();
  await plies(page, 6);
  await expect
    .poll(async () => (await moves(page)).filter((_, ply) => ply % 2 === 0))
    .toEqual(['e4', 'g3', 'a3']);
});

// req: B6
test('arrows and circles are drawn with the right button, and go with a click or a move', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, PASS_AND_PLAY);
  const arrows = page.locator('svg.cg-shapes line');
  const circles = page.locator('svg.cg-shapes circle');
  await draw(page, 'e2', 'e4');
  await draw(page, 'd4', 'd4');
  await expect.poll(async () => [await arrows.count(), await circles.count()]).toEqual([1, 1]);
  await page.keyboard.down('Shift');
  await draw(page, 'g1', 'f3');
  await page.keyboard.up('Shift');
  await expect.poll(() => arrows.count()).toBe(2);
  const colors = await arrows.evaluateAll((all) => all.map((one) => one.getAttribute('stroke')));
  expect(new Set(colors).size).toBe(2);
  await click(page, 'a5');
  await expect.poll(async () => [await arrows.count(), await circles.count()]).toEqual([0, 0]);
  await draw(page, 'e2', 'e4');
  await draw(page, 'e2', 'e4');
  await expect.poll(() => arrows.count()).toBe(0);
  await draw(page, 'b1', 'c3');
  await expect.poll(() => arrows.count()).toBe(1);
  await page.locator('#typed-move').fill('e4');
  await page.locator('#typed-move').press('Enter');
  await plies(page, 1);
  await expect.poll(() => arrows.count()).toBe(0);
});

// req: B5
onBothScreens(
  app,
  'a hint tells the kind of piece, the piece and the move with an arrow',
  async (page) => {
    await openGame(page, app().origin, AGAINST_EASY);
    await press(page, page.getByRole('button', { name: 'Hint', exact: true }));
    await page.getByText('Look for a').waitFor();
    await expect.poll(() => drawn(page, 'square.mark').count()).toBe(0);
    await press(page, page.getByRole('button', { name: 'Tell me more' }));
    await page.getByText('Look at the').waitFor();
    await expect.poll(() => drawn(page, 'square.mark').count()).toBe(1);
    await press(page, page.getByRole('button', { name: 'Tell me more' }));
    await page.getByText('The engine suggests').waitFor();
    await expect.poll(() => page.locator('svg.cg-shapes line').count()).toBe(1);
    await expect.poll(() => drawn(page, 'square.mark').count()).toBe(0);
  },
);
