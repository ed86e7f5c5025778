/** The analysis board: variations, notes, PGN in and out, the engine, and playing on. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import type { Health } from '../src/wire/Health';
import { draw, move, moves, press, square } from './board';
import { gate, onBothScreens, runningApp } from './harness';

/** A few lines of shell that speak UCI and know two lines of the start, and one after e4. */
const PARROT = `while read word rest; do case "$word $rest" in
  uci*) echo option name MultiPV type spin default 1 min 1 max 2; echo uciok;;
  isready*) echo readyok;;
  *moves*e2e4) place=won;;
  *moves*) place=;;
  position*) place=start;;
  go*) if [ "$place" = won ]; then echo info depth 7 score cp -20000 pv d7d5 e4d5
    elif [ "$place" ]; then
      echo info depth 7 multipv 1 score cp 77 nodes 5000 time 20 pv a2a4 a7a5
      echo info depth 7 multipv 2 score cp 66 nodes 5000 time 20 pv b2b4
    fi; echo bestmove a2a4;;
  quit*) exit;;
esac; done
`;
const script = join(mkdtempSync(join(tmpdir(), 'tabiya-parrot-')), 'parrot.sh');
writeFileSync(script, PARROT);

const app = runningApp('--engine', `Parrot=/bin/sh ${script}`);

const PGN = `[White "Ada"]
[Black "Bo"]

1. e4 $1 $14 {[%cal Ge2e4] King's pawn} (1. d4 d5) 1... e5 {[%clk 0:04:00]} 2. Nf3 *
`;

async function openAnalysis(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/analysis`);
  await expect.poll(() => square(page, 'e2')).toContain('can move');
}

/** Moves, and waits until the server has named the move. */
async function play(page: Page, from: string, to: string, text: string): Promise<void> {
  await expect.poll(() => square(page, from)).toContain('can move');
  await move(page, from, to);
  await expect.poll(() => current(page)).toBe(text);
}

async function current(page: Page): Promise<string | null> {
  const shown = page.locator('button.move[aria-current]');
  return (await shown.count()) === 0 ? null : shown.textContent();
}

onBothScreens(
  app,
  'variations are played, promoted, annotated and deleted',
  async (page, origin) => {
    await openAnalysis(page, origin);
    await play(page, 'e2', 'e4', '1. e4');
    await play(page, 'e7', 'e5', 'e5');
    await press(page, page.getByRole('button', { name: 'Previous move' }));
    await play(page, 'c7', 'c5', '1… c5');
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5', '1… c5']);
    await press(page, page.getByRole('button', { name: 'Promote variation' }));
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5', '1… e5']);
    await press(page, page.getByRole('button', { name: 'Good move', exact: true }));
    await page.getByLabel('Comment').fill('Sicilian');
    await page.getByLabel('Comment').blur();
    await page.locator('.comment', { hasText: 'Sicilian' }).waitFor();
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5!', '1… e5']);
    await press(page, page.getByRole('button', { name: 'Interesting move', exact: true }));
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5!?', '1… e5']);
    await press(page, page.getByRole('button', { name: 'Delete from here' }));
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5']);
  },
);

/** Opens a game or a position from elsewhere. */
async function open(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) {
    await press(page, page.getByRole('button', { name: 'Open PGN or FEN' }));
  }
  await dialog.getByRole('textbox').fill(text);
  await press(page, dialog.getByRole('button', { name: 'Open', exact: true }));
}

onBothScreens(app, 'a PGN is opened with all that is in it', async (page, origin) => {
  await openAnalysis(page, origin);
  await open(page, '1. e4 e9 *');
  await page.getByRole('dialog').getByRole('alert').getByText('e9').waitFor();
  await open(page, PGN);
  await expect
    .poll(() => moves(page))
    .toEqual(['1. e4!\u00a0+/=', '1. d4', 'd5', '1… e5', '2. Nf3']);
  await page.locator('.comment', { hasText: "King's pawn" }).waitFor();
  const first = { name: '1. e4, Good move, White is slightly better' };
  await press(page, page.getByRole('button', first));
  await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
});

onBothScreens(app, 'a FEN is opened though fields are missing', async (page, origin) => {
  await openAnalysis(page, origin);
  await open(page, '7k/8/8/8/8/8/4P3/4K3');
  await expect.poll(() => square(page, 'e1')).toContain('white king, can move');
  await open(page, '7k/8/8/8/8/8/4P3/4K3 b');
  await expect.poll(() => square(page, 'h8')).toContain('black king, can move');
  await open(page, '7k/8/8/8/8/8/4P3/4X3');
  await page.getByRole('dialog').getByRole('alert').getByText('4X3').waitFor();
});

/** Whatever is asked about positions waits until what is returned is called. */
async function hold(page: Page): Promise<() => void> {
  const asked = gate();
  await page.route('**/api/positions', async (route) => {
    await asked.passed;
    await route.continue();
  });
  return asked.open;
}

onBothScreens(app, 'a note may be written while the server is asked', async (page, origin) => {
  await openAnalysis(page, origin);
  await play(page, 'e2', 'e4', '1. e4');
  await press(page, page.getByRole('button', { name: 'Previous move' }));
  await expect.poll(() => square(page, 'e2')).toContain('can move');
  const letStepThrough = await hold(page);
  await press(page, page.getByRole('button', { name: 'Next move' }));
  await press(page, page.getByRole('button', { name: 'Good move', exact: true }));
  letStepThrough();
  await expect.poll(() => square(page, 'e7')).toContain('can move');
  // The same while a move is named.
  await page.unrouteAll({ behavior: 'wait' });
  const letMoveThrough = await hold(page);
  await move(page, 'e7', 'e5');
  await press(page, page.getByRole('button', { name: 'Mistake' }));
  letMoveThrough();
  await expect.poll(() => moves(page)).toEqual(['1. e4?', 'e5']);
  await page.unrouteAll({ behavior: 'wait' });
});

onBothScreens(app, 'what went wrong is told until it goes well', async (page, origin) => {
  await openAnalysis(page, origin);
  await play(page, 'e2', 'e4', '1. e4');
  await page.route('**/api/positions', (route) => route.abort());
  await press(page, page.getByRole('button', { name: 'Previous move' }));
  await page.getByRole('alert').getByText('The server can’t be reached').waitFor();
  await page.unrouteAll();
  await press(page, page.getByRole('button', { name: 'Next move' }));
  await expect.poll(() => square(page, 'e7')).toContain('can move');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);

  await open(page, '1. e4 e9 *');
  await page.getByRole('alert').getByText('e9').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await press(page, page.getByRole('button', { name: 'Open PGN or FEN' }));
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

onBothScreens(app, 'a move made while the server is away is kept', async (page, origin) => {
  await openAnalysis(page, origin);
  await page.route('**/api/positions', (route) => route.abort());
  await move(page, 'e2', 'e4');
  await page.getByRole('alert').getByText('Your move will be sent').waitFor();
  await expect.poll(() => square(page, 'e4')).toContain('white pawn');
  await page.unrouteAll();
  await expect.poll(() => current(page)).toBe('1. e4');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  // Only stepping through moves: the board follows by itself, too.
  await page.route('**/api/positions', (route) => route.abort());
  await press(page, page.getByRole('button', { name: 'Previous move' }));
  await page.getByRole('alert').getByText('The server can’t be reached').waitFor();
  await page.unrouteAll();
  await expect.poll(() => square(page, 'e2')).toContain('can move');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

onBothScreens(app, 'the list follows the move that is shown', async (page, origin) => {
  await openAnalysis(page, origin);
  await open(page, `${'Nf3 Nf6 Ng1 Ng8 '.repeat(30)}*`);
  await expect.poll(async () => (await moves(page)).length).toBe(120);
  const shown = page.locator('button.move[aria-current]');
  /** How far the middle of the move is from the edges of the list. */
  const room = (): Promise<number> =>
    shown.evaluate((button) => {
      const [list, box] = [button.parentElement ?? button, button.getBoundingClientRect()];
      const [middle, around] = [box.top + box.height / 2, list.getBoundingClientRect()];
      return Math.min(middle - around.top, around.bottom - middle);
    });
  const seen = await page.evaluate(() => scrollY);
  for (const [key, name] of [
    ['End', 'Ng8'],
    ['ArrowLeft', '60. Ng1'],
    ['Home', null],
    ['ArrowRight', '1. Nf3'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => current(page)).toBe(name);
    if (name !== null) await expect.poll(room, { message: name }).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => scrollY), 'the page stays where it is').toBe(seen);
});

/** What the panel of the engine shows. */
const engine = (page: Page): Locator => page.locator('.engine');
const lines = (page: Page): Locator => engine(page).locator('li');

/** The depth that is shown; 0 before there is one. */
async function depth(page: Page): Promise<number> {
  const text = (await engine(page).locator('.figures').textContent()) ?? '';
  return Number(/depth (\d+)/.exec(text)?.[1] ?? 0);
}

/** How many engines of the server are busy. */
async function busy(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/health`);
  return ((await answer.json()) as Health).engines.busy;
}

async function switchOn(page: Page): Promise<void> {
  await press(page, page.getByRole('checkbox', { name: 'Engine' }));
}

onBothScreens(app, 'the engine looks ever deeper and shows its lines', async (page, origin) => {
  await openAnalysis(page, origin);
  await switchOn(page);
  await expect.poll(() => lines(page).count()).toBe(3);
  await expect.poll(() => depth(page)).toBeGreaterThan(3);
  const before = await depth(page);
  await expect.poll(() => depth(page), { timeout: 10_000 }).toBeGreaterThan(before);
  await expect.poll(() => page.locator('.cg-shapes line').count()).toBe(3);
  await engine(page).getByText('nodes').waitFor();
  await page.getByLabel('Lines').selectOption('5');
  await expect.poll(() => lines(page).count()).toBe(5);

  // What was chosen is there again, and a page that is left leaves the engine free.
  await page.goto(origin);
  await expect.poll(() => busy(origin)).toBe(0);
  await openAnalysis(page, origin);
  await switchOn(page);
  await expect.poll(() => lines(page).count()).toBe(5);
  await expect.poll(() => busy(origin)).toBe(1);
  await switchOn(page);
  await expect.poll(() => busy(origin)).toBe(0);
});

onBothScreens(app, 'who walks through a game asks only where they stop', async (page, origin) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/positions/analysis')) asked.push(request.postData() ?? '');
  });
  await openAnalysis(page, origin);
  await play(page, 'e2', 'e4', '1. e4');
  await play(page, 'e7', 'e5', 'e5');
  await play(page, 'g1', 'f3', '2. Nf3');
  await switchOn(page);
  await expect.poll(() => depth(page)).toBeGreaterThan(3);
  const before = asked.length;
  // Faster than any finger, and also where the machine is slow.
  await page.evaluate(() => {
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
  });
  await expect.poll(() => current(page)).toBe('1. e4');
  await expect.poll(() => asked.at(-1)).toContain('"moves":["e2e4"]');
  expect(asked.length - before).toBe(1);
  await expect.poll(() => lines(page).first().textContent()).toContain('1…');
  // What was found before is there at once, and does not fall back.
  const known = await depth(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => current(page)).toBe('e5');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => current(page)).toBe('1. e4');
  expect(await depth(page)).toBeGreaterThanOrEqual(known);
  await expect.poll(() => busy(origin)).toBe(1);
});

onBothScreens(app, 'a move of a line plays the line up to there', async (page, origin) => {
  await openAnalysis(page, origin);
  await switchOn(page);
  await page.getByLabel('Lines').selectOption('1');
  await expect.poll(() => lines(page).getByRole('button').count()).toBeGreaterThan(2);
  // The engine goes on thinking, so the line is read and pressed in one go.
  const played = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.engine li button')].slice(0, 3);
    buttons.at(-1)?.click();
    return buttons.map((button) => button.textContent);
  });
  await expect.poll(() => moves(page)).toEqual(played);
  await expect.poll(() => current(page)).toBe(played[2]);
});

onBothScreens(app, 'the engine judges every position that is shown', async (page, origin) => {
  await page.goto(
    `${origin}/analysis?${new URLSearchParams({ fen: '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1' })}`,
  );
  await switchOn(page);
  await engine(page).getByText('#1', { exact: true }).waitFor();
  await engine(page).getByText('1. Ra8#').waitFor();
  await play(page, 'a1', 'a8', '1. Ra8#');
  await page.getByText('White wins by checkmate').waitFor();
  await engine(page).getByText('The game is over').waitFor();
  expect(await engine(page).getByText('No lines yet').count()).toBe(0);
  await expect.poll(() => busy(origin)).toBe(0);
});

onBothScreens(
  app,
  'another engine is picked, and one that cannot is told',
  async (page, origin) => {
    await openAnalysis(page, origin);
    await switchOn(page);
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('Parrot');
    await expect.poll(() => lines(page).count()).toBe(2);
    await expect.poll(() => lines(page).first().textContent()).toMatch(/\+0\.77.*1\. a4.*a5/);
    await engine(page).getByText('Analysis finished').waitFor();
    expect(await depth(page)).toBe(7);
    // However much a line is worth, its moves stand beside that.
    await play(page, 'e2', 'e4', '1. e4');
    const worth = lines(page).first().locator('strong');
    await expect.poll(() => worth.textContent()).toBe('+200.00');
    expect(await worth.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThan(1);
    // It knows nothing about other positions, and says no score.
    await play(page, 'e7', 'e5', 'e5');
    await engine(page).getByText('The engine crashed').waitFor();
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('Tabiya');
    await expect.poll(() => depth(page)).toBeGreaterThan(3);
  },
);

test('what is drawn on the board is in the game that is copied', async () => {
  const page = await app().visitor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAnalysis(page, app().origin);
  await play(page, 'e2', 'e4', '1. e4');
  await draw(page, 'd7', 'd5');
  await draw(page, 'e5', 'e5');
  await expect.poll(() => page.locator('.cg-shapes line').count()).toBe(1);
  await expect.poll(() => page.locator('.cg-shapes circle').count()).toBe(1);
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/1\. e4 \{.*\[%csl Ge5\].*\}/s);
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  expect(pgn).toContain('[%cal Gd7d5]');
  await page.context().close();
});

onBothScreens(app, 'a game goes on against the computer from here', async (page, origin) => {
  await openAnalysis(page, origin);
  await play(page, 'e2', 'e4', '1. e4');
  await press(page, page.getByRole('button', { name: 'Play the computer from here' }));
  await page.waitForURL(/\/g\//);
  await page.getByText('move 1').first().waitFor();
  await expect.poll(() => square(page, 'e4')).toContain('white pawn');
});
