/**
 * Every main screen in both looks and at three sizes: a picture of each goes into `screenshots`,
 * axe finds nothing to complain about, and nothing sticks out sideways.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { move, plies, type } from './board';
import { Running } from './harness';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 640 },
};

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

/** Axe puts a style of its own into the page, which the policy forbids. */
function visitor(): Promise<Page> {
  return running.visitor(SIZES.desk, false, true);
}

/** Looks at a screen from all sides. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(80);
      const path = `screenshots/${name}-${size}-${colorScheme}.png`;
      await page.screenshot({ path });
      expect(await violations(page), `${name}, ${size}, ${colorScheme}`).toEqual([]);
      expect(await stickingOut(page), `${name}, ${size}`).toEqual([]);
    }
  }
  await page.setViewportSize(SIZES.desk);
}

/** What makes the page wider than the screen. */
async function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return wide.map((element) => element.outerHTML.slice(0, 120));
  });
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: typeof import('axe-core') }).axe;
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await axe.run(document, { runOnly: tags });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .slice(0, 2)
          .join(' ')}`,
    );
  });
}

// Protects: B6, A2
test('the first page', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await look(page, 'home');
  await page.getByText('By rating').click();
  await page.getByText('More choices').click();
  await look(page, 'home-rated');
  await page.getByRole('button', { name: 'Two at this screen' }).click();
  await look(page, 'home-two');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'settings');
});

test('a game', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByText('10+5').click();
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText('Look at the').waitFor();
  await look(page, 'game');
  await page.keyboard.press('?');
  await look(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await look(page, 'position');
});

test('a game on a screen of any shape', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
  for (const [width, height] of [
    [844, 390],
    [768, 1024],
    [700, 700],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(80);
    await page.screenshot({ path: `screenshots/shape-${width}x${height}.png` });
    expect(await stickingOut(page), `${width} by ${height}`).toEqual([]);
    const board = await page.locator('cg-board').boundingBox();
    expect(board?.height, `${width} by ${height}`).toBeLessThanOrEqual(height);
  }
});

// Protects: A5
test('the end of a game', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Two at this screen' }).click();
  await page.getByLabel('White’s name').fill('Ada');
  await page.getByLabel('Black’s name').fill('Bo');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]');
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  await page.getByText('Checkmate! Black wins').first().waitFor();
  await look(page, 'end');
  await page.goto(`${running.origin}/library`);
  await page.getByText('Ada').waitFor();
  await look(page, 'library');
  await page.getByRole('button', { name: 'Import' }).click();
  await look(page, 'import');
});

test('an invitation', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Invite someone' }).click();
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByAltText('The link as a code for a camera').waitFor();
  await look(page, 'invitation');
});

test('the editor', async () => {
  const page = await visitor();
  await page.goto(`${running.origin}/editor`);
  await page.waitForSelector('[data-square="e2"]');
  await look(page, 'editor');
});

// Protects: B6
test('other boards, other pieces, another language', async () => {
  const page = await visitor();
  for (const [board, pieces, language] of [
    ['Slate', 'Flat', 'English'],
    ['Sea', 'Shapes', 'English'],
    ['High contrast', 'Flat', 'Deutsch'],
  ] as const) {
    await page.goto(running.origin);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText(board, { exact: true }).click();
    await page.getByText(pieces, { exact: true }).click();
    await page.getByText(language, { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Start game|Partie beginnen/ }).click();
    await page.waitForSelector('[data-square="e2"]');
    await move(page, 'e2', 'e4');
    await plies(page, 2);
    await look(page, `board-${board.toLowerCase().replace(' ', '-')}`);
  }
  await page.goto(`${running.origin}/library`);
  await page.getByRole('heading', { name: 'Bibliothek' }).waitFor();
  await look(page, 'library-de');
});
