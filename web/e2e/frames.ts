/**
 * Frames per second while a piece is dragged over the board of a game for two seconds, with the
 * processor slowed down four times, from a trace of the browser. The time that the page itself takes
 * for a frame is measured as time of the processor, which a busy computer changes less than frames.
 * Beside it stands what a page takes that moves one square and does nothing else: that much is the
 * browser's own. `npm run frames` prints the figures and fails where they miss the goal.
 */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { AGAINST_EASY, openGame } from './board';
import { DESK, isTouched, PHONE, runningApp } from './harness';
import { onMainThreads, tasksOf, trace, type TraceEvent } from './trace';

const app = runningApp();
const SLOWDOWN = 4;
const DRAG_MS = 2000;
const GOAL_FPS = 55;
/** How often a mouse or a touchscreen reports a position. */
const INPUT_INTERVAL_MS = 8;
/** How long the piece takes for one round over the board. */
const ROUND_MS = 700;

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

type Phase = 'start' | 'move' | 'end';

/** Presses, moves or lifts a finger or the left button of the mouse. */
function input(page: Page, session: CDPSession, phase: Phase, point: Point): Promise<unknown> {
  if (isTouched(page)) {
    const type = ({ start: 'touchStart', move: 'touchMove', end: 'touchEnd' } as const)[phase];
    const touchPoints = phase === 'end' ? [] : [point];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  const type = ({ start: 'mousePressed', move: 'mouseMoved', end: 'mouseReleased' } as const)[
    phase
  ];
  const button = { button: 'left', buttons: 1, clickCount: 1 } as const;
  return session.send('Input.dispatchMouseEvent', { type, ...point, ...button });
}

/** Where the pointer is after some time of circling over the board. */
function circle(board: Box, ms: number): Point {
  const angle = (ms / ROUND_MS) * 2 * Math.PI;
  const x = board.x + board.width * (0.5 + Math.cos(angle) / 3);
  const y = board.y + board.height * (0.5 + Math.sin(angle) / 3);
  return { x, y };
}

/** Drags what is at a point in circles over the board, and gives the time it took. */
async function drag(page: Page, session: CDPSession, from: Point, board: Box): Promise<number> {
  await input(page, session, 'start', from);
  const start = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  for (let now = start; now - start < DRAG_MS; now = performance.now()) {
    // A hand does not wait for the page.
    last = input(page, session, 'move', circle(board, now - start));
    await new Promise((resolve) => setTimeout(resolve, INPUT_INTERVAL_MS));
  }
  const ms = performance.now() - start;
  await last;
  await input(page, session, 'end', circle(board, ms));
  return ms;
}

/** How many frames were on the screen. */
function displayedFrames(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'Display::FrameDisplayed').length;
}

/** The time that the main threads of pages took, in milliseconds of the processor. */
function mainThreadMs(events: readonly TraceEvent[]): number {
  const tasks = tasksOf(onMainThreads(events));
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
}

interface Smoothness {
  readonly fps: number;
  /** The time that the page takes for a frame. */
  readonly frameMs: number;
}

/** How smoothly something is dragged on a page. */
async function measure(page: Page, from: Point, board: Box): Promise<Smoothness> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  let ms = 0;
  const events = await trace(session, ['benchmark', 'viz', 'toplevel'], async () => {
    ms = await drag(page, session, from, board);
  });
  const frames = displayedFrames(events);
  return { fps: frames / (ms / 1000), frameMs: mainThreadMs(events) / frames };
}

/** The knight on g1 of a game. */
async function dragKnight(page: Page): Promise<Smoothness> {
  await openGame(page, app().origin, AGAINST_EASY);
  const square = await page.locator('[data-square="g1"]').boundingBox();
  const board = await page.locator('cg-board').boundingBox();
  if (square === null || board === null) throw new Error('there is no board');
  const from = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
  return measure(page, from, board);
}

/** A square on an empty page, which follows the pointer once for each frame. */
async function dragAlone(page: Page): Promise<Smoothness> {
  await page.setContent(
    '<body style="margin:0;height:100vh;touch-action:none">' +
      '<div style="position:absolute;width:48px;height:48px;background:#555;will-change:transform">',
  );
  await page.evaluate(() => {
    const square = document.querySelector('div');
    let [x, y] = [0, 0];
    addEventListener('pointermove', (event) => ([x, y] = [event.clientX, event.clientY]));
    const follow = (): void => {
      if (square !== null) square.style.transform = `translate(${x}px,${y}px)`;
      requestAnimationFrame(follow);
    };
    follow();
  });
  return measure(page, { x: 20, y: 20 }, { x: 0, y: 100, width: 384, height: 384 });
}

/** Measures on a page of its own. Pages that stay open would take part of the processor. */
async function alone(
  [viewport, touch]: readonly [typeof DESK, boolean],
  body: (page: Page) => Promise<Smoothness>,
): Promise<Smoothness> {
  const page = await app().visitor(viewport, touch);
  const smoothness = await body(page);
  await page.context().close();
  return smoothness;
}

const figures = ({ fps, frameMs }: Smoothness): string =>
  `${fps.toFixed(1)} frames a second, ${frameMs.toFixed(1)} ms for each`;

for (const [name, screen] of [
  ['a desk', [DESK, false]],
  ['a phone', [PHONE, true]],
] as const) {
  test(`a piece is dragged smoothly on ${name}`, async () => {
    const square = await alone(screen, dragAlone);
    const knight = await alone(screen, dragKnight);
    console.log(`${name}: ${figures(knight)}; a square alone: ${figures(square)}`);
    expect(knight.fps).toBeGreaterThanOrEqual(GOAL_FPS);
  });
}
