/** The review of a finished game: from the end of the game to the last lesson. */
import { readFileSync } from 'node:fs';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  drawn,
  from,
  move,
  openGame,
  plies,
  press,
  square,
  type,
} from './board';
import type { Review } from '../src/wire/Review';
import { DESK, PHONE, gate, isTouched, onBothScreens, runningApp } from './harness';
import { layoutShift } from './layoutShift';
import { act, rowOf } from './libraryTable';

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
  await page.keyboard.press('End');
  await page.locator('.note').getByText('Black wins by checkmate').waitFor();
  const moments = page.locator('section .moment');
  const blunder = moments.filter({ hasText: '2. g4??' });
  await blunder.getByText('Blunder').waitFor();
  await blunder.getByText('Allows mate in 1.').waitFor();
  await blunder
    .getByText(/^Better: \w/)
    .first()
    .waitFor();
  const blunders = page.getByRole('row', { name: /Blunders/ }).getByRole('cell');
  await expect.poll(() => blunders.allTextContents()).toEqual(['1', '0']);
  await press(page, blunder.getByRole('button'));
  await expect.poll(() => square(page, 'g4')).toContain('white pawn');
  await expect.poll(() => square(page, 'h4')).toContain('empty');
  const list = page.getByRole('region', { name: 'Moves' });
  await list.getByRole('button', { name: 'g4 Blunder' }).waitFor();
});

test('the buttons above a review are one row in a narrow window with a mouse', async () => {
  for (const width of [390, 560, 820]) {
    const page = await app().visitor({ width, height: 900 });
    await reviewed(page, app().origin);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    const buttons = page.locator('.head :is(a, button)');
    const tops = await buttons.evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().top)),
    );
    expect(tops).toHaveLength(5);
    expect(new Set(tops).size, `${width} pixels`).toBe(1);
    await page.context().close();
  }
});

/** The graph of the game. */
const graphs = (page: Page): Locator =>
  page.getByRole('slider', { name: 'White’s winning chances' });

/** What screen readers were told last. */
const announced = (page: Page): Promise<string> => page.locator('[data-announcement]').innerText();

/** Both sides overlook the mate for a move; all of it is known to be wrong. */
async function reviewedErrors(page: Page, origin: string): Promise<void> {
  await openGame(page, origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5', 'g4', 'a6', 'a3', 'Qh4#');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
}

onBothScreens(
  app,
  'a review opens at the first key moment, unless told where',
  async (page, origin) => {
    await reviewedErrors(page, origin);
    const moments = page.getByRole('group', { name: 'Key moments' });
    await moments.getByText(/^Key moment 1 of \d$/).waitFor();
    const cards = page.locator('.moment strong');
    const [shown, , second] = await cards.allTextContents();
    expect(shown, 'the card of the position, then those of all moments').not.toBe(second);
    expect(shown).toBe(await page.locator('section .moment strong').first().textContent());
    await page.goto(`${page.url()}?ply=0`);
    await moments.getByText(/^\d key moments$/).waitFor();
    await expect.poll(() => square(page, 'f2')).toContain('white pawn');
  },
);

onBothScreens(
  app,
  'buttons and keys lead to the next key moment and back',
  async (page, origin) => {
    await reviewedErrors(page, origin);
    const moments = page.getByRole('group', { name: 'Key moments' });
    const counter = moments.getByText(/^Key moment/);
    const previous = moments.getByRole('button', { name: 'Previous key moment' });
    const next = moments.getByRole('button', { name: 'Next key moment' });
    const [, count = '0'] = /of (\d)$/.exec((await counter.textContent()) ?? '') ?? [];
    expect(Number(count)).toBeGreaterThan(1);
    await expect.poll(() => previous.getAttribute('aria-disabled')).toBe('true');
    const place = await next.boundingBox();
    await press(page, next);
    await moments.getByText(`Key moment 2 of ${count}`).waitFor();
    await expect
      .poll(() => announced(page))
      .toMatch(new RegExp(`^Key moment 2 of ${count}\\. \\d`));
    await page.keyboard.press('p');
    await moments.getByText(`Key moment 1 of ${count}`).waitFor();
    for (let step = 0; step < 9; step += 1) {
      await page.keyboard.press('n');
      expect((await next.boundingBox())?.x, 'beside Try again and without it').toBe(place?.x);
    }
    await moments.getByText(`Key moment ${count} of ${count}`).waitFor();
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
    const box = await moments.boundingBox();
    expect(box?.y ?? 9999, 'in sight').toBeLessThan((page.viewportSize()?.height ?? 0) - 40);
  },
);

onBothScreens(
  app,
  'the evaluation bar follows the position and the board',
  async (page, origin) => {
    await reviewed(page, origin);
    const bar = page.locator('.gauge').and(page.getByRole('img'));
    const share = (): Promise<string> =>
      bar.locator('span').evaluate((span) => getComputedStyle(span).getPropertyValue('--share'));
    await page.keyboard.press('End');
    await expect.poll(share, { message: 'White is mated' }).toBe('0%');
    await expect.poll(() => bar.getAttribute('aria-label')).toBe('Black wins by checkmate');
    await page.keyboard.press('Home');
    await expect.poll(() => bar.getAttribute('aria-label')).toMatch(/^Evaluation /);
    await expect.poll(async () => Math.round(parseFloat(await share()) / 10)).toBe(5);
    await bar.and(page.locator(':not(.flipped)')).waitFor();
    await page.keyboard.press('x');
    await bar.and(page.locator('.flipped')).waitFor();
  },
);

onBothScreens(app, 'a bad move is tried again on the spot', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.locator('section .moment', { hasText: '2. g4??' }).getByRole('button'));
  await press(page, page.getByRole('button', { name: 'Try again' }));
  const retry = page.getByRole('region', { name: 'Try again' });
  await retry.getByText('2. g4 was played. Find a better move for White.').waitFor();
  await expect.poll(() => page.getByRole('img', { name: /^Evaluation/ }).count()).toBe(0);
  await expect.poll(() => graphs(page).count()).toBe(0);
  await expect.poll(() => square(page, 'g2')).toContain('can move');
  await move(page, 'g2', 'g4');
  await retry.getByText('g4 was played in the game.').waitFor();
  await move(page, 'a2', 'a3');
  await retry.getByText(/a3 is good too|a3 is the best move|better move than a3/).waitFor();
  await press(page, retry.getByRole('button', { name: 'Back to the review' }));
  await expect.poll(() => square(page, 'g4')).toContain('white pawn');
  await press(page, page.getByRole('button', { name: 'Try again' }));
  await press(page, retry.getByRole('button', { name: 'Show the solution' }));
  await retry.getByText(/^Better: \w/).waitFor();
  await retry.getByText('g4: Allows mate in 1.').waitFor();
  await retry.getByRole('heading', { name: 'Solution' }).waitFor();
});

/** White, who plays here, stalemates instead of giving mate. */
async function reviewedStalemate(page: Page, origin: string): Promise<void> {
  const start = from('7k/5K2/8/6Q1/8/8/8/8 w - - 0 1');
  await openGame(page, origin, { ...AGAINST_EASY, ...start });
  await type(page, 'Qg6');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  await page.locator('.note').getByText('1. Qg6??').waitFor();
}

onBothScreens(app, 'the better move is there to be found first', async (page, origin) => {
  await reviewedStalemate(page, origin);
  const better = page
    .locator('.moment')
    .getByText(/Better:/)
    .filter({ visible: true });
  const arrows = page.locator('.cg-shapes line');
  const show = page.getByRole('button', { name: 'Show the better move' });
  await show.waitFor();
  expect(await better.count()).toBe(0);
  expect(await announced(page)).not.toContain('Better:');
  expect(await graphs(page).getAttribute('aria-valuetext')).not.toContain('Better:');
  // Nor does the position before the move tell.
  await page.keyboard.press('Home');
  await expect.poll(() => announced(page)).toContain('Start of the game.');
  await expect.poll(() => drawn(page, 'square.last-move').count()).toBe(0);
  await expect.poll(() => page.locator('.note .line').count()).toBe(0);
  await expect.poll(() => arrows.count()).toBe(0);
  await page.keyboard.press('End');
  await press(page, show);
  await expect.poll(() => announced(page)).toMatch(/^Better: 1\. Q/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('moments');
  await expect.poll(() => better.count(), { message: 'note and list' }).toBe(2);
  await expect.poll(() => show.count()).toBe(0);
  await page.keyboard.press('Home');
  await expect.poll(() => arrows.count()).toBe(1);
});

onBothScreens(app, 'a better move is shown by key, or when it was found', async (page, origin) => {
  await reviewedStalemate(page, origin);
  const better = page.locator('.note').getByText(/Better:/);
  const show = page.getByRole('button', { name: 'Show the better move' });
  await show.focus();
  await page.keyboard.press('s');
  await better.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('moments');
  await page.reload();
  await show.waitFor();
  await page.keyboard.press('t');
  const retry = page.getByRole('region', { name: 'Try again' });
  await expect.poll(() => square(page, 'g5')).toContain('can move');
  await retry.getByText('You played 1. Qg6. Find a better move for White.').waitFor();
  await retry.getByRole('heading', { name: 'Try again' }).waitFor();
  await move(page, 'g5', 'g7');
  await retry.getByText('Well done!').waitFor();
  await retry.getByRole('heading', { name: 'Solved' }).waitFor();
  await press(page, retry.getByRole('button', { name: 'Back to the review' }));
  await better.waitFor();
});

onBothScreens(app, 'a lesson that was left is not solved any more', async (page, origin) => {
  await reviewedStalemate(page, origin);
  const show = page.getByRole('button', { name: 'Show the better move' });
  const checks = '**/api/positions/evaluation';
  const { passed, open } = gate();
  await page.route(checks, async (route) => {
    await passed;
    await route.continue();
  });
  await page.keyboard.press('t');
  const retry = page.getByRole('region', { name: 'Try again' });
  await expect.poll(() => square(page, 'g5')).toContain('can move');
  for (let hint = 0; hint < 3; hint += 1) {
    await press(page, retry.getByRole('button', { name: 'Hint' }));
  }
  const best = await retry.getByText(/^The engine suggests /).textContent();
  // Another mate than the engine's is as good, and the engine is asked.
  await move(page, 'g5', best?.includes('g7') ? 'h5' : 'g7');
  await retry.getByText(/^Checking /).waitFor();
  await page.keyboard.press('Escape');
  await show.waitFor();
  const before = await announced(page);
  const answered = page.waitForResponse(checks);
  open();
  await (await answered).finished();
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
  expect(await announced(page)).toBe(before);
  expect(await show.count()).toBe(1);
  expect(await square(page, 'g6')).toContain('white queen');
});

test('on a phone, the own mistake to come is told after a bad move of the opponent too', async () => {
  const page = await app().visitor(PHONE, true);
  const start = from('7k/8/5K2/8/8/8/8/Q7 w - - 0 1');
  await openGame(page, app().origin, { ...AGAINST_EASY, ...start });
  await move(page, 'a1', 'a7');
  await plies(page, 2);
  await move(page, 'a7', 'g7');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  // Neither move was bad; the server says so from here on.
  await page.route('**/api/games/*/review', async (route) => {
    const answer = await route.fetch();
    const review = (await answer.json()) as Review;
    for (const move of review.report?.moves.slice(1) ?? []) move.judgment = 'blunder';
    review.positions[2]?.line.splice(0, 9, { uci: 'a7b7', san: 'Qb7' });
    await route.fulfill({ response: answer, json: review });
  });
  await page.goto(`${page.url().split('?')[0]}?ply=2`);
  await page.locator('.note').getByText('1… Kg8??').waitFor();
  const arrows = page.locator('.cg-shapes line');
  expect(await arrows.count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Show the best continuation' }));
  await expect.poll(() => arrows.count()).toBe(1);
  await page.context().close();
});

/** The squares of the best move, as the hints tell it. */
async function bestMove(page: Page, lesson: Locator): Promise<[string, string]> {
  const words = [
    /^Look for a /,
    /^Look at the .* on (..)\.$/,
    /^The engine suggests .*(..)[+]?\.$/,
  ];
  const squares: string[] = [];
  for (const one of words) {
    await press(page, lesson.getByRole('button', { name: 'Hint' }));
    const text = (await lesson.getByText(one).textContent()) ?? '';
    squares.push(one.exec(text.trim())?.[1] ?? '');
  }
  return [squares[1] ?? '', squares[2] ?? ''];
}

onBothScreens(app, 'a move that was found is played, and not corrected', async (page, origin) => {
  await reviewed(page, origin);
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  await press(page, page.getByRole('button', { name: 'Try again' }));
  const retry = page.getByRole('region', { name: 'Try again' });
  await expect.poll(() => square(page, 'g2')).toContain('can move');
  const [from, to] = await bestMove(page, retry);
  const piece = (await square(page, from)).replace(/^\w+, (\w+ \w+).*/, '$1');
  const before = await announced(page);
  await move(page, from, to);
  await retry.getByText('is the best move. Well done!').waitFor();
  expect(await announced(page), 'nothing interrupts the praise').toBe(before);
  await expect.poll(() => square(page, to)).toBe(`${to}, ${piece}`);
  await expect.poll(() => square(page, from)).toBe(`${from}, empty`);
  await expect.poll(() => retry.getByText('Better:').count()).toBe(0);
  // Stepping back through what follows ends at the move, and not before it.
  await press(page, retry.locator('.line').getByRole('button').first());
  const back = retry.getByRole('button', { name: 'Return to the game' });
  await back.waitFor();
  for (let time = 0; time < 2; time += 1) await page.keyboard.press('ArrowLeft');
  await back.waitFor({ state: 'detached' });
  await expect.poll(() => square(page, to)).toBe(`${to}, ${piece}`);
  await press(page, retry.getByRole('button', { name: 'Back to the review' }));
  await expect.poll(() => square(page, 'g4')).toContain('white pawn');
});

onBothScreens(app, 'the moves of a better line are shown on the board', async (page, origin) => {
  await reviewed(page, origin);
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  const note = page.locator('.note');
  const line = note.locator('.moment .line').getByRole('button');
  await expect.poll(() => square(page, 'h4')).toBe('h4, empty');
  // The board is drawn after its squares were told: the mate is gone from it.
  await expect.poll(() => drawn(page, 'square.check').count()).toBe(0);
  // Which of two equal pieces moved does not matter.
  const drawing = (): Promise<string[]> =>
    drawn(page, '> *').evaluateAll((all) => all.map((one) => one.outerHTML).sort());
  const before = await drawing();
  await press(page, line.first());
  await expect.poll(() => square(page, 'g4')).toBe('g4, empty');
  await expect.poll(() => line.first().getAttribute('aria-current')).toBe('true');
  await expect.poll(() => announced(page)).toMatch(/^white \w+/);
  await press(page, line.nth(1));
  await expect.poll(() => announced(page)).toMatch(/^black \w+/);
  // The arrow keys step through the line, and the evaluation is not that of the game.
  const chances = page.getByRole('img', { name: /winning chances/ });
  await expect.poll(() => chances.count()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => line.nth(2).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => line.first().getAttribute('aria-current')).toBe('true');
  await press(page, note.getByRole('button', { name: 'Return to the game' }));
  await expect.poll(() => announced(page)).toContain('2. white pawn, g2 to g4. Blunder.');
  await expect.poll(() => chances.count()).toBe(1);
  await expect.poll(() => square(page, 'g4')).toBe('g4, white pawn');
  if (isTouched(page)) return;
  // Pointing at a move is enough, for as long as it lasts.
  await line.first().hover();
  await expect.poll(() => square(page, 'g4')).toBe('g4, empty');
  await graphs(page).hover();
  await expect.poll(() => square(page, 'g4')).toBe('g4, white pawn');
  await expect.poll(drawing).toEqual(before);
});

test('a mouse that lies still does not point at a line that appears below it', async () => {
  const page = await app().visitor();
  await reviewed(page, app().origin);
  const first = page.locator('.note .line').getByRole('button').first();
  await page.keyboard.press('Home');
  await first.waitFor();
  const box = await first.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8];
  await page.keyboard.press('End');
  await first.waitFor({ state: 'detached' });
  await page.mouse.move(x, y);
  await page.keyboard.press('Home');
  await first.waitFor();
  // The browser notices after a while what is below the mouse now.
  await page.waitForTimeout(500);
  expect(await drawn(page, 'square.last-move').count()).toBe(0);
  await page.mouse.move(x + 1, y);
  await expect.poll(() => drawn(page, 'square.last-move').count()).toBe(2);
  await page.context().close();
});

onBothScreens(app, 'a key that removes a button keeps the focus', async (page, origin) => {
  await reviewed(page, origin);
  const back = page.locator('.note').getByRole('button', { name: 'Return to the game' });
  const line = page.locator('.note .moment .line').getByRole('button');
  const focused = (): Promise<string> =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.nodeName || '');
  const before = await focused();
  await page.keyboard.press('End');
  expect(await focused(), 'nothing was removed').toBe(before);
  await page.keyboard.press('p');
  for (const key of ['Escape', 'ArrowLeft']) {
    await press(page, line.first());
    await back.focus();
    await page.keyboard.press(key);
    await expect.poll(focused, { message: key }).toBe('moments');
    await expect.poll(() => announced(page), { message: key }).toContain('g2 to g4. Blunder.');
  }
});

onBothScreens(app, 'in a lesson, a line is walked and left again', async (page, origin) => {
  await reviewed(page, origin);
  await page.keyboard.press('End');
  await page.keyboard.press('p');
  await press(page, page.getByRole('button', { name: 'Try again' }));
  const retry = page.getByRole('region', { name: 'Try again' });
  await press(page, retry.getByRole('button', { name: 'Show the solution' }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lesson');
  const line = retry.locator('.line').getByRole('button');
  const back = retry.getByRole('button', { name: 'Return to the game' });
  const current = (): Promise<boolean[]> =>
    line.evaluateAll((all) => all.slice(0, 2).map((one) => one.ariaCurrent === 'true'));
  await press(page, line.first());
  await expect.poll(current).toEqual([true, false]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(current).toEqual([false, true]);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(current).toEqual([true, false]);
  await page.keyboard.press('Escape');
  await back.waitFor({ state: 'detached' });
  await press(page, line.first());
  await press(page, back);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lesson');
  await expect.poll(() => square(page, 'g2')).toContain('white pawn');
  await expect.poll(() => announced(page)).toMatch(/^1… black pawn, e7 to e5\.$/);
  await page.keyboard.press('Escape');
  await retry.waitFor({ state: 'detached' });
});

onBothScreens(app, 'a review says how the game ended, in sight', async (page, origin) => {
  await reviewed(page, origin);
  const told = page.getByRole('region', { name: 'The game in two sentences' });
  await told.getByText('allowed mate in 1, and Bo mated at once.').waitFor();
  const box = await told.boundingBox();
  const bar = page.locator('.bottom-nav');
  const end = isTouched(page) ? (await bar.boundingBox())?.y : page.viewportSize()?.height;
  expect(box?.y ?? 9999, 'it begins above the navigation').toBeLessThan((end ?? 0) - 30);
  // The move that turned the game is one of the key moments.
  await press(page, told.getByRole('button'));
  await page
    .getByRole('group', { name: 'Key moments' })
    .getByText(/^Key moment \d of/)
    .waitFor();
});

onBothScreens(
  app,
  'a move that was tried again leads to the next key moment, to be solved as well',
  async (page, origin) => {
    await reviewedErrors(page, origin);
    const moments = page.getByRole('group', { name: 'Key moments' });
    const retry = page.getByRole('region', { name: 'Try again' });
    await moments.getByText(/^Key moment 1 of/).waitFor();
    // The second click does not end at once what the first one has begun.
    await page.getByRole('button', { name: 'Try again' }).dblclick();
    await retry.getByText('Find a better move').waitFor();
    await page.keyboard.press('Escape');
    await press(page, page.getByRole('button', { name: 'Try again' }));
    await press(page, retry.getByRole('button', { name: 'Show the solution' }));
    await press(page, retry.getByRole('button', { name: 'Next key moment' }));
    // The next one is a position to be solved too: nothing shows its answer.
    await retry.getByText('Find a better move').waitFor();
    expect(await retry.getByText(/Better:/).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lesson');
  },
);

onBothScreens(app, 'a whole review works by keyboard alone', async (page, origin) => {
  await reviewed(page, origin);
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  await keys('Home');
  await expect.poll(() => announced(page)).toMatch(/^Start of the game\. Evaluation [+−]\d/);
  await keys('ArrowRight');
  await expect.poll(() => announced(page)).toContain('1. white pawn, f2 to f3.');
  await keys('End');
  await expect.poll(() => announced(page)).toBe('2… black queen, d8 to h4, checkmate.');
  await keys('p');
  await expect
    .poll(() => announced(page))
    .toMatch(
      /white pawn, g2 to g4\. Blunder\. Allows mate in 1\. Better: 2\. .+ Black mates in 1\.$/,
    );
  await keys('t');
  const retry = page.getByRole('region', { name: 'Try again' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/Try again/);
  await expect.poll(() => square(page, 'd2')).toContain('can move');
  await keys('Shift+Tab');
  // In a wide window, the size of the board comes after its squares.
  if (!isTouched(page)) await keys('Shift+Tab');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-square')))
    .toBe('e2');
  await keys('Enter', 'ArrowUp', 'Enter');
  await retry.getByRole('status').getByText('Well done!').waitFor();
  await keys('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('moments');
  await expect.poll(() => announced(page)).toContain('Blunder. Allows mate in 1.');
  await keys('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await keys('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

onBothScreens(app, 'the graph is walked by keys and by pointing', async (page, origin) => {
  await reviewed(page, origin);
  const graph = graphs(page);
  await graph.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => graph.getAttribute('aria-valuenow')).toBe('0');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => graph.getAttribute('aria-valuetext'))
    .toMatch(/^1\. f3: White’s winning chances \d+%/);
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

onBothScreens(app, 'the footnotes are there when asked for, and in print', async (page, origin) => {
  await reviewed(page, origin);
  const note = page.getByText('no moves in this phase');
  const disclosure = page.getByText('About these figures');
  await disclosure.waitFor();
  expect(await note.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await note.waitFor();
  await page.emulateMedia({ media: 'screen' });
  await note.waitFor({ state: 'hidden' });
  await press(page, disclosure);
  await note.waitFor();
  await disclosure.focus();
  await page.keyboard.press('Enter');
  await note.waitFor({ state: 'hidden' });
});

onBothScreens(app, 'what was played is no answer, and hints lead to one', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White: 1 blunder' }));
  const lesson = page.getByRole('region', { name: 'Learn from your mistakes' });
  await lesson.getByText('2. g4 was played. Find a better move for White.').waitFor();
  await expect
    .poll(() => graphs(page).count(), { message: 'nothing gives the answer away' })
    .toBe(0);
  await expect.poll(() => square(page, 'g2')).toContain('can move');
  await move(page, 'g2', 'g4');
  await lesson.getByText('g4 was played in the game.').waitFor();
  await expect.poll(() => square(page, 'g2')).toContain('white pawn');

  for (const words of [/^Look for a /, /^Look at the /, /^The engine suggests /]) {
    await press(page, lesson.getByRole('button', { name: 'Hint' }));
    await lesson.getByText(words).waitFor();
  }
  const hint = await lesson.getByText(/^The engine suggests /).textContent();
  await press(page, lesson.getByRole('button', { name: 'Show the solution' }));
  const best = /suggests (\S+)\.$/.exec(hint ?? '')?.[1] ?? 'no move';
  await lesson.getByText(new RegExp(`^Better: 2\\. ${best}`)).waitFor();
  await press(page, lesson.getByRole('button', { name: 'Finish' }));
  await lesson.getByText('You found 0 of 1.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('lesson');
  await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
  await graphs(page).waitFor();
});

onBothScreens(app, 'another good move is accepted by the engine', async (page, origin) => {
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'White: 1 blunder' }));
  const lesson = page.getByRole('region', { name: 'Learn from your mistakes' });
  // Whichever the engine prefers, at least one of these two is another move than its best.
  for (const [from, to] of [
    ['e2', 'e3'],
    ['b1', 'c3'],
  ] as const) {
    await expect.poll(() => square(page, from)).toContain('can move');
    await move(page, from, to);
    await lesson.getByText('Well done!').waitFor();
    await press(page, lesson.getByRole('button', { name: 'Back to the review' }));
    await press(page, page.getByRole('button', { name: 'White: 1 blunder' }));
  }
});

onBothScreens(app, 'a game becomes a picture to keep or to share', async (page, origin) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await reviewed(page, origin);
  await press(page, page.getByRole('button', { name: 'Share as a picture' }));
  const dialog = page.getByRole('dialog', { name: 'The game as a picture' });
  const picture = dialog.getByRole('img', {
    name: /^Ada 0 – Bo 1\. .*Bo wins by checkmate\. .*Blunders 1 – 0/,
  });
  await picture.waitFor();
  const [final, turned] = [await picture.getAttribute('src'), dialog.getByText('Turning point')];
  await press(page, turned);
  await expect.poll(() => picture.getAttribute('src')).not.toBe(final);

  const download = page.waitForEvent('download');
  await press(page, dialog.getByRole('button', { name: 'Download' }));
  const file = await download;
  expect(file.suggestedFilename()).toBe('Ada – Bo.png');
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], 'width and height').toEqual([
    2400, 1260,
  ]);

  await press(page, dialog.getByRole('button', { name: 'Copy picture' }));
  await page.getByText('Picture copied').waitFor();
  const types = (): Promise<string[]> =>
    page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap(({ types }) => [...types]),
    );
  await expect.poll(types).toContain('image/png');
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
  await page.locator('.graph path[d^="M"]').waitFor({ state: 'attached' });
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await page.getByText('Review stopped at').waitFor();
  await press(page, page.getByRole('button', { name: 'Resume' }));
  const moments = page.getByRole('heading', { name: 'Key moments' });
  await moments.waitFor({ timeout: 60_000 });
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
});

// req: C3
test('a finished review opens where it matters at once, without the end of the game first', async () => {
  const page = await app().visitor();
  await reviewed(page, app().origin);
  const { passed, open } = gate();
  await page.route('**/api/games/*/review', async (route) => {
    await passed;
    await route.continue();
  });
  const game = page.waitForResponse(/\/api\/games\/[^/]+$/);
  await page.reload();
  await (await game).finished();
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
  expect(await page.locator('[data-square="h4"][aria-label*="queen"]').count()).toBe(0);
  open();
  await page
    .locator('.counter')
    .getByText(/^Key moment 1 of/)
    .waitFor();
  await expect.poll(() => square(page, 'h4')).toContain('empty');
  await page.context().close();
});

test('nothing moves while a game, its review and the library load again', async () => {
  for (const viewport of [DESK, PHONE]) {
    const page = await app().visitor(viewport);
    await reviewed(page, app().origin);
    const review = page.url();
    const shift = await layoutShift(page);
    for (const [address, shown] of [
      [review.replace('/review', ''), page.locator('cg-board piece').last()],
      [review, page.getByRole('heading', { name: 'Key moments' })],
      [`${app().origin}/library`, rowOf(page, 'Ada')],
    ] as const) {
      await page.goto(address);
      await shown.waitFor();
      await page.waitForLoadState('networkidle');
      expect.soft(await shift(), `${address}, ${viewport.width}`).toBe(0);
    }
    await page.context().close();
  }
});

// req: C3
test('a review that finishes leaves the reader in the line that is on the board', async () => {
  const page = await app().visitor();
  // It has a blunder, and does not end in mate: the last position has a line.
  const moves = '1. e4 e5 2. Qh5 Ke7 3. Nc3 Nf6 4. Qd1 d6 5. d4 Nc6 6. Nf3 Bg4 7. Be2 Ke8 1-0';
  const sent = await page.request.post(`${app().origin}/api/import`, {
    data: Buffer.from(`[Event "A line"]\n[Result "1-0"]\n\n${moves}\n`),
  });
  expect(sent.status()).toBe(200);
  await page.goto(`${app().origin}/library`);
  await act(page, 'A line', 'Review');
  const moments = page.getByRole('heading', { name: 'Key moments' });
  await moments.waitFor({ timeout: 60_000 });
  // From here on the review runs for as long as its events are held back.
  await page.route('**/api/games/*/review', async (route) => {
    const answer = await route.fetch();
    const review = (await answer.json()) as Review;
    await route.fulfill({ response: answer, json: { ...review, state: 'running', report: null } });
  });
  const { passed, open } = gate();
  await page.route('**/api/games/*/review/events', async (route) => {
    await passed;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('progressbar').waitFor();
  await page.locator('.note .line').getByRole('button').first().click();
  const back = page.getByRole('button', { name: 'Return to the game' });
  await back.waitFor();
  open();
  await moments.waitFor();
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
  expect(await back.count()).toBe(1);
  await page.context().close();
});

test('a phone shows the board and the explanation of a bad move together', async () => {
  const page = await app().visitor({ width: 390, height: 844 }, true);
  await reviewed(page, app().origin);
  await page.locator('.note .moment').waitFor();
  const [board, note, bar] = await Promise.all(
    ['.board-place', '.note', '.bottom-nav'].map((one) => page.locator(one).boundingBox()),
  );
  expect(board?.y).toBeGreaterThanOrEqual(0);
  expect((note?.y ?? 999) + (note?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await press(page, page.getByRole('button', { name: 'Try again' }));
  const buttons = page.getByRole('region', { name: 'Try again' }).getByRole('button');
  await expect.poll(() => buttons.count()).toBe(3);
  const ends = await buttons.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().bottom),
  );
  expect(Math.max(...ends)).toBeLessThanOrEqual(bar?.y ?? 0);
  await page.context().close();
});

test('the buttons that step through a reviewed game are in sight, and stay where they are', async () => {
  for (const [width, height, touch] of [
    [1280, 720, false],
    [820, 1180, true],
    [390, 844, true],
  ] as const) {
    const page = await app().visitor({ width, height }, touch);
    await reviewed(page, app().origin);
    await page.locator('.note .moment').waitFor();
    const next = page.getByRole('button', { name: 'Next move', exact: true });
    const place = await next.boundingBox();
    const bars = await page.locator('.bottom-nav').all();
    const end = (await bars[0]?.boundingBox())?.y ?? height;
    const size = `${width}×${height}`;
    expect((place?.y ?? height) + (place?.height ?? 0), size).toBeLessThan(end);
    const first = page.getByRole('button', { name: 'First move', exact: true });
    await press(page, first);
    // Each of these positions is explained in another number of lines.
    for (let ply = 0; ply < 4; ply++) {
      expect(await next.boundingBox(), `${size}, ply ${ply}`).toEqual(place);
      await press(page, next);
    }
    await expect.poll(() => next.isDisabled()).toBe(true);
    await page.context().close();
  }
});
