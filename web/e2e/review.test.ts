/** The review of a finished game: from the end of the game to the last lesson. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { move, press, sitDown, square, TOGETHER, type } from './board';
import { isTouched, onBothScreens, runningApp } from './harness';

const app = runningApp();

/** White walks into the shortest mate, and both look at the review. */
async function reviewed(page: Page, origin: string): Promise<void> {
  await sitDown(page, origin, TOGETHER);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Review of Ada against Bo' }).waitFor();
  await page.getByRole('heading', { name: 'The moments that mattered' }).waitFor();
}

onBothScreens(app, 'a review names the mistake and says why', async (page, origin) => {
  await reviewed(page, origin);
  const moments = page.locator('.moment');
  const blunder = moments.filter({ hasText: '2. g4??' });
  await blunder.getByText('Blunder').waitFor();
  await blunder.getByText('Allows mate in 1.').waitFor();
  await blunder.getByText('Better: 2.').waitFor();
  const blunders = page.getByRole('row', { name: /Blunders/ }).getByRole('cell');
  expect(await blunders.allTextContents()).toEqual(['1', '0']);
  await press(page, blunder.getByRole('button'));
  expect(await square(page, 'g4')).toContain('white pawn');
  expect(await square(page, 'h4')).toContain('empty');
  const list = page.getByRole('region', { name: 'Moves' });
  await list.getByRole('button', { name: 'g4 Blunder' }).waitFor();
});

onBothScreens(app, 'the graph is walked by keys and by pointing', async (page, origin) => {
  await reviewed(page, origin);
  const graph = page.getByRole('slider', { name: 'White’s chances' });
  await graph.focus();
  await page.keyboard.press('Home');
  expect(await graph.getAttribute('aria-valuenow')).toBe('0');
  await page.keyboard.press('ArrowRight');
  expect(await graph.getAttribute('aria-valuetext')).toMatch(/^1\. f3: White’s chances \d+ %$/);
  const box = await graph.boundingBox();
  if (box === null || isTouched(page)) return;
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  expect(await graph.getAttribute('aria-valuenow')).toBe('4');
  expect(await square(page, 'h4')).toContain('black queen');
});

onBothScreens(app, 'a review is there again after a reload', async (page, origin) => {
  await reviewed(page, origin);
  await page.reload();
  await page.locator('.moment', { hasText: '2. g4??' }).first().waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

onBothScreens(app, 'what was played is no answer, and hints lead to one', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  const lesson = page.getByRole('region', { name: 'Learn from mistakes' });
  await lesson.getByText('2. g4 was played. Find a better move for White.').waitFor();
  expect(await page.getByRole('slider').count(), 'nothing gives the answer away').toBe(0);
  await expect.poll(() => square(page, 'g2')).toContain('can move');
  await move(page, 'g2', 'g4');
  await lesson.getByText('g4 is what was played.').waitFor();
  expect(await square(page, 'g2')).toContain('white pawn');

  for (const words of [/^Look at the /, /could go to/, /^The engine suggests /]) {
    await press(page, lesson.getByRole('button', { name: 'Hint' }));
    await lesson.getByText(words).waitFor();
  }
  const hint = await lesson.getByText(/^The engine suggests /).textContent();
  await press(page, lesson.getByRole('button', { name: 'Show the move' }));
  const best = /suggests (\S+)\.$/.exec(hint ?? '')?.[1] ?? 'no move';
  await lesson.getByText(`Better: 2. ${best}`).waitFor();
  await press(page, lesson.getByRole('button', { name: 'Next' }));
  await lesson.getByText('You found 0 of 1 yourself.').waitFor();
  await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
  await page.getByRole('slider', { name: 'White’s chances' }).waitFor();
});

onBothScreens(app, 'another good move is accepted by the engine', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  const lesson = page.getByRole('region', { name: 'Learn from mistakes' });
  // Whichever the engine prefers, at least one of these two is another move than its best.
  for (const [from, to] of [
    ['e2', 'e4'],
    ['d2', 'd4'],
  ] as const) {
    await expect.poll(() => square(page, from)).toContain('can move');
    await move(page, from, to);
    await lesson.getByText('Well found!').waitFor();
    await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
    await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  }
});
