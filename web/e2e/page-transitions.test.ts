/** Pages change with a short transition in which the board stays, unless motion is not wanted. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { runningApp } from './harness';

const app = runningApp();

interface Seen {
  transitions: number;
  finished: number;
  /** What is animated, and for how many milliseconds. */
  animated: string[];
  durations: number[];
  shift: number;
}

/** A page that counts its transitions. */
async function watched(reducedMotion: 'reduce' | 'no-preference', animation = 220): Promise<Page> {
  const page = await app().visitor();
  await page.emulateMedia({ reducedMotion });
  await page.addInitScript((animation) => {
    const settings = JSON.stringify({ version: 1, value: { animation } });
    localStorage.setItem('tabiya:settings', settings);
    const seen: Seen = { transitions: 0, finished: 0, animated: [], durations: [], shift: 0 };
    (window as unknown as { seen: Seen }).seen = seen;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shift += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      seen.transitions += 1;
      const transition = start(update);
      const record = async (): Promise<void> => {
        for (const { effect } of document.getAnimations()) {
          if (!(effect instanceof KeyframeEffect)) continue;
          seen.animated.push(effect.pseudoElement ?? '');
          seen.durations.push(Number(effect.getTiming().duration));
        }
        await transition.finished;
        seen.finished += 1;
      };
      // A transition that another one replaces is never ready.
      transition.ready.then(record, () => undefined);
      return transition;
    };
  }, animation);
  await page.goto(app().origin);
  await page.locator('cg-board piece').first().waitFor();
  return page;
}

const seen = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen);

const board = (page: Page) => page.locator('.board-place').boundingBox();

test('the board stays at its place while the page around it changes', async () => {
  const page = await watched('no-preference');
  const before = await board(page);
  // The first time, the page has to be loaded, and its board may be late.
  for (const round of [1, 2, 3]) {
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.getByRole('checkbox', { name: 'Engine' }).waitFor();
    expect(await board(page)).toEqual(before);
    await expect.poll(async () => (await seen(page)).finished).toBe(2 * round - 1);
    await page.goBack();
    await page.getByRole('button', { name: 'Start game' }).waitFor();
    await expect.poll(async () => (await seen(page)).finished).toBe(2 * round);
    expect(await board(page)).toEqual(before);
  }
  const { transitions, durations, animated, shift } = await seen(page);
  expect(transitions).toBe(6);
  expect(animated).toContain('::view-transition-old(board)');
  expect(animated).toContain('::view-transition-new(board)');
  expect(Math.max(...durations)).toBe(150);
  expect(shift).toBe(0);
  await page.context().close();
});

test('a click is not lost while the page changes', async () => {
  const page = await watched('no-preference');
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('nav a[href="/library"]');
    link?.click();
    document.querySelector<HTMLAnchorElement>('nav a[href="/editor"]')?.click();
  });
  await page.getByText('Choose a piece').waitFor();
  expect(new URL(page.url()).pathname).toBe('/editor');
  await page.context().close();
});

test.each([
  ['less motion is preferred', 'reduce', 220],
  ['the animation is off', 'no-preference', 0],
] as const)('pages change at once where %s', async (_, motion, animation) => {
  const page = await watched(motion, animation);
  await page.getByRole('link', { name: 'Editor' }).click();
  await page.getByText('Choose a piece').waitFor();
  expect((await seen(page)).transitions).toBe(0);
  await page.context().close();
});
