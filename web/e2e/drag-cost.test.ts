/**
 * What a dragged piece costs: one style for the piece in each frame and nothing else. `npm run frames`
 * measures what that means in frames per second.
 */
import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

import { AGAINST_EASY, openGame } from './board';
import { isTouched, onBothScreens, runningApp } from './harness';

const app = runningApp();
const MOVES = 60;

/** How often the page computed its layout since it was opened. */
async function layouts(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? 0;
}

/** Counts the changes of the squares for screen readers, of which a drag makes none. */
async function watchSquares(page: Page): Promise<() => Promise<number>> {
  const counter = await page.locator('[role=grid]').evaluateHandle((grid) => {
    const found = { changes: 0 };
    const watcher = new MutationObserver((all) => (found.changes += all.length));
    watcher.observe(grid, { subtree: true, childList: true, attributes: true });
    return found;
  });
  return () => counter.evaluate(({ changes }) => changes);
}

/** The kinds of events that the document or the app's element listen to, for whatever is in them. */
async function listenedTo(session: CDPSession): Promise<string[]> {
  const types: string[] = [];
  for (const expression of ['document', 'document.body.firstElementChild']) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const objectId = result.objectId ?? '';
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId });
    types.push(...listeners.map(({ type }) => type));
  }
  return types;
}

async function point(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (box === null) throw new Error(`the square ${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Phase = 'start' | 'move';

/** Puts a finger or the mouse on a point, or moves it there, and lets a frame be drawn. */
async function hold(page: Page, session: CDPSession, phase: Phase, x: number, y: number) {
  if (isTouched(page)) {
    const type = phase === 'start' ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  } else {
    await page.mouse.move(x, y);
    if (phase === 'start') await page.mouse.down();
  }
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

onBothScreens(app, 'a dragged piece moves without layout and without listeners', async (page) => {
  await openGame(page, app().origin, AGAINST_EASY);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const [from, to] = [await point(page, 'g1'), await point(page, 'b7')];
  await hold(page, session, 'start', from.x, from.y);
  await hold(page, session, 'move', from.x, from.y - 10);
  const changes = await watchSquares(page);
  const before = await layouts(session);
  for (let step = 1; step <= MOVES; step += 1) {
    const share = step / MOVES;
    const x = from.x + (to.x - from.x) * share;
    await hold(page, session, 'move', x, from.y + (to.y - from.y) * share);
  }
  const knight = await page.locator('cg-board piece.dragging').boundingBox();
  expect(Math.abs((knight?.x ?? 0) + (knight?.width ?? 0) / 2 - to.x)).toBeLessThan(2);
  expect((await layouts(session)) - before).toBeLessThanOrEqual(2);
  expect(await changes()).toBe(0);
  expect(await listenedTo(session)).not.toContain('pointermove');
});
