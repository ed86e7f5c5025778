/** The choice of a promotion, which opens on the board at its square. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from './axe';
import { PASS_AND_PLAY, click, from, move, moves, openGame, plies, square } from './board';
import { DESK, onBothScreens, runningApp } from './harness';

const app = runningApp();
const PAWN = { ...PASS_AND_PLAY, ...from('8/2P4k/8/8/8/8/5p2/K7 w - - 0 1') };
const ROLES = ['queen', 'knight', 'rook', 'bishop'];

const choices = (page: Page) => page.getByRole('dialog', { name: 'Promote to' });

/** The square that a choice lies over. */
async function squareUnder(page: Page, name: string): Promise<string> {
  const box = await choices(page).getByRole('button', { name }).boundingBox();
  if (box === null) throw new Error(`there is no ${name} to choose`);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return page.evaluate(({ x, y }) => {
    const isUnder = (cell: Element): boolean => {
      const { left, right, top, bottom } = cell.getBoundingClientRect();
      return left <= x && x < right && top <= y && y < bottom;
    };
    const cells = [...document.querySelectorAll<HTMLElement>('[data-square]')];
    return cells.find(isUnder)?.dataset['square'] ?? '';
  }, middle);
}

async function squaresUnder(page: Page): Promise<string[]> {
  return Promise.all(ROLES.map((role) => squareUnder(page, role)));
}

// req: A6
onBothScreens(
  app,
  'the choices lie on the file of the pawn, the queen at the edge',
  async (page) => {
    await openGame(page, app().origin, PAWN);
    await move(page, 'c7', 'c8');
    await choices(page).waitFor();
    expect(await squaresUnder(page)).toEqual(['c8', 'c7', 'c6', 'c5']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('x');
    await move(page, 'c7', 'c8');
    await choices(page).waitFor();
    expect(await squaresUnder(page)).toEqual(['c8', 'c7', 'c6', 'c5']);
    await page.keyboard.press('Enter');
    await plies(page, 1);
    await move(page, 'h7', 'h6');
    await plies(page, 2);
    await move(page, 'a1', 'a2');
    await plies(page, 3);
    await move(page, 'f2', 'f1');
    await choices(page).waitFor();
    expect(await squaresUnder(page)).toEqual(['f1', 'f2', 'f3', 'f4']);
  },
);

// req: A6
onBothScreens(app, 'a click elsewhere takes the pawn back', async (page) => {
  await openGame(page, app().origin, PAWN);
  for (const elsewhere of ['h3', 'b8']) {
    await move(page, 'c7', 'c8');
    await choices(page).waitFor();
    await click(page, elsewhere);
    await choices(page).waitFor({ state: 'detached' });
    await expect.poll(() => square(page, 'c7')).toBe('c7, white pawn, can move to c8');
  }
  await move(page, 'c7', 'c8');
  await page.getByText('White to move · move 1').click();
  await choices(page).waitFor({ state: 'detached' });
  expect(await moves(page)).toEqual([]);
});

// req: A6, B6
test('the arrows walk over the choices, and the keys of the page wait', async () => {
  const page = await app().visitor(DESK, false, true);
  await openGame(page, app().origin, PAWN);
  await move(page, 'c7', 'c8');
  await choices(page).waitFor();
  expect(await violations(page)).toEqual([]);
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
  for (const [key, label] of [
    ['ArrowUp', 'Cancel'],
    ['ArrowDown', 'queen'],
    ['ArrowDown', 'knight'],
    ['Tab', 'rook'],
    ['Shift+Tab', 'knight'],
    // Would open the home page and flip the board.
    ['r', 'knight'],
    ['x', 'knight'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(), key).toBe(label);
  }
  await page.keyboard.press('Enter');
  await plies(page, 1);
  expect(await moves(page)).toEqual(['c8=N']);
});

// req: A6
onBothScreens(app, 'the analysis board asks at the square too', async (page, origin) => {
  await page.goto(`${origin}/analysis?fen=${encodeURIComponent('8/P6k/8/8/8/8/8/K7 w - - 0 1')}`);
  await page.waitForSelector('cg-board piece');
  await expect.poll(() => square(page, 'a7')).toBe('a7, white pawn, can move to a8');
  await move(page, 'a7', 'a8');
  await choices(page).waitFor();
  expect(await squareUnder(page, 'rook')).toBe('a6');
  await choices(page).getByRole('button', { name: 'rook' }).click();
  await page.getByText('a8=R').first().waitFor();
});
