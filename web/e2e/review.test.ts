/** The review of a finished game: from the end of the game to the last lesson. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { move, press, openGame, square, PASS_AND_PLAY, type } from './board';
import { isTouched, onBothScreens, runningApp } from './harness';
import { act } from './libraryTable';

const app = runningApp();

/** The game of Anderssen and Kieseritzky, London 1851: long enough to be stopped in the middle. */
const IMMORTAL = `[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6
10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2
18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
`;

/** White walks into the shortest mate, and both look at the review. */
async function reviewed(page: Page, origin: string): Promise<void> {
  await openGame(page, origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Review: Ada vs Bo' }).waitFor();
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
}

onBothScreens(app, 'a review names the mistake and says why', async (page, origin) => {
  await reviewed(page, origin);
  await page.getByRole('status').getByText('Black wins by checkmate').waitFor();
  const moments = page.locator('.moment');
  const blunder = moments.filter({ hasText: '2. g4??' });
  await blunder.getByText('Blunder').waitFor();
  await blunder.getByText('Allows mate in 1.').waitFor();
  await blunder.getByText('Better: 2.').waitFor();
  const blunders = page.getByRole('row', { name: /Blunders/ }).getByRole('cell');
  await expect.poll(() => blunders.allTextContents()).toEqual(['1', '0']);
  await press(page, blunder.getByRole('button'));
  await expect.poll(() => square(page, 'g4')).toContain('white pawn');
  await expect.poll(() => square(page, 'h4')).toContain('empty');
  const list = page.getByRole('region', { name: 'Moves' });
  await list.getByRole('button', { name: 'g4 Blunder' }).waitFor();
});

onBothScreens(app, 'the graph is walked by keys and by pointing', async (page, origin) => {
  await reviewed(page, origin);
  const graph = page.getByRole('slider', { name: 'White’s winning chances' });
  await graph.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => graph.getAttribute('aria-valuenow')).toBe('0');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => graph.getAttribute('aria-valuetext'))
    .toMatch(/^1\. f3: White’s winning chances \d+%$/);
  const box = await graph.boundingBox();
  if (box === null || isTouched(page)) return;
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await expect.poll(() => graph.getAttribute('aria-valuenow')).toBe('4');
  await expect.poll(() => square(page, 'h4')).toContain('black queen');
});

onBothScreens(app, 'a review is there again after a reload', async (page, origin) => {
  await reviewed(page, origin);
  await page.reload();
  await page.locator('.moment', { hasText: '2. g4??' }).first().waitFor();
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
});

onBothScreens(app, 'what was played is no answer, and hints lead to one', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  const lesson = page.getByRole('region', { name: 'Learn from your mistakes' });
  await lesson.getByText('2. g4 was played. Find a better move for White.').waitFor();
  await expect
    .poll(() => page.getByRole('slider').count(), { message: 'nothing gives the answer away' })
    .toBe(0);
  await expect.poll(() => square(page, 'g2')).toContain('can move');
  await move(page, 'g2', 'g4');
  await lesson.getByText('g4 was played in the game.').waitFor();
  await expect.poll(() => square(page, 'g2')).toContain('white pawn');

  for (const words of [/^Look at the /, /^Consider moving /, /^The engine suggests /]) {
    await press(page, lesson.getByRole('button', { name: 'Hint' }));
    await lesson.getByText(words).waitFor();
  }
  const hint = await lesson.getByText(/^The engine suggests /).textContent();
  await press(page, lesson.getByRole('button', { name: 'Show the solution' }));
  const best = /suggests (\S+)\.$/.exec(hint ?? '')?.[1] ?? 'no move';
  await lesson.getByText(`Better: 2. ${best}`).waitFor();
  await press(page, lesson.getByRole('button', { name: 'Next' }));
  await lesson.getByText('You found 0 of 1.').waitFor();
  await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
  await page.getByRole('slider', { name: 'White’s winning chances' }).waitFor();
});

onBothScreens(app, 'another good move is accepted by the engine', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  const lesson = page.getByRole('region', { name: 'Learn from your mistakes' });
  // Whichever the engine prefers, at least one of these two is another move than its best.
  for (const [from, to] of [
    ['e2', 'e4'],
    ['d2', 'd4'],
  ] as const) {
    await expect.poll(() => square(page, from)).toContain('can move');
    await move(page, from, to);
    await lesson.getByText('Well done!').waitFor();
    await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
    await press(page, page.getByRole('button', { name: 'White’s mistakes: 1' }));
  }
});

onBothScreens(app, 'a review from the library is stopped and goes on', async (page, origin) => {
  const headers = { 'content-type': 'application/json' };
  const screen = `Screen of ${page.viewportSize()?.width}`;
  const sent = await page.request.post(`${origin}/api/import`, {
    headers,
    // Another event on each screen, or the second is the game that was reviewed on the first.
    data: Buffer.from(`[Event "${screen}"]\n${IMMORTAL}`),
  });
  expect(sent.status()).toBe(200);
  await page.goto(`${origin}/library`);
  await act(page, screen, 'Review');
  await page.getByRole('progressbar').waitFor();
  const begun = Date.now();
  await page.locator('.graph path[d^="M"]').waitFor({ state: 'attached' });
  expect(Date.now() - begun, 'the first results come at once').toBeLessThan(5000);
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await page.getByText('Review stopped at').waitFor();
  await press(page, page.getByRole('button', { name: 'Resume' }));
  const moments = page.getByRole('heading', { name: 'Key moments' });
  await moments.waitFor({ timeout: 60_000 });
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
});
