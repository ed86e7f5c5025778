/**
 * Frames per second while a piece is dragged over the board of a game for two seconds, with the
 * processor slowed down four times, from a trace of the browser. The time that the page itself takes
 * for a frame is measured as time of the processor, so that it is the same on a busy computer.
 * `npm run frames` prints the figures and fails where they miss the goal.
 */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { AGAINST_EASY, openGame } from './board';
import { DESK, PHONE, runningApp } from './harness';

const app = runningApp();
const SLOWDOWN = 4;
const DRAG_MS = 2000;
const GOAL_FPS = 55;
/** How often a mouse reports its position. */
const MOUSE_INTERVAL_MS = 8;
/** How long the piece takes for one round over the board. */
const ROUND_MS = 700;

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  readonly pid: number;
  /** The time of the processor, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** What the browser did while something went on. */
async function trace(session: CDPSession, action: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['benchmark', 'viz', 'toplevel', '__metadata'] },
  });
  await action();
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  return events;
}

/** Drags the knight from g1 in circles, and gives the time it took. */
async function drag(page: Page, session: CDPSession): Promise<number> {
  const square = await page.locator('[data-square="g1"]').boundingBox();
  const board = await page.locator('cg-board').boundingBox();
  if (square === null || board === null) throw new Error('there is no board');
  await page.mouse.move(square.x + square.width / 2, square.y + square.height / 2);
  await page.mouse.down();
  const start = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  for (let now = start; now - start < DRAG_MS; now = performance.now()) {
    const angle = ((now - start) / ROUND_MS) * 2 * Math.PI;
    const x = board.x + board.width * (0.5 + Math.cos(angle) / 3);
    const y = board.y + board.height * (0.5 + Math.sin(angle) / 3);
    // A hand does not wait for the page.
    last = session.send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      x,
      y,
      button: 'left',
      buttons: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, MOUSE_INTERVAL_MS));
  }
  const ms = performance.now() - start;
  await last;
  await page.mouse.up();
  return ms;
}

/** How many frames were on the screen. */
function displayedFrames(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'Display::FrameDisplayed').length;
}

/** The time that the main threads of pages took, in milliseconds of the processor. */
function mainThreadMs(events: readonly TraceEvent[]): number {
  const isMain = (event: TraceEvent): boolean => event.args?.name === 'CrRendererMain';
  const threads = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const own = tasks.filter(({ pid, tid }) => threads.has(`${pid} ${tid}`));
  return own.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}

for (const [name, viewport] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const) {
  test(`a piece is dragged smoothly on ${name}`, async () => {
    const page = await app().visitor(viewport);
    await openGame(page, app().origin, AGAINST_EASY);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    let ms = 0;
    const events = await trace(session, async () => {
      ms = await drag(page, session);
    });
    const frames = displayedFrames(events);
    const fps = frames / (ms / 1000);
    const cost = mainThreadMs(events) / frames;
    console.log(`${name}: ${fps.toFixed(1)} frames a second, ${cost.toFixed(1)} ms for each`);
    expect(fps).toBeGreaterThanOrEqual(GOAL_FPS);
  });
}
