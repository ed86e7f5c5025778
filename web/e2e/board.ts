/** The board as a person sees and touches it. */
import type { Locator, Page } from 'playwright-core';

import type { GameCreated } from '../src/wire/GameCreated';
import type { NewGame } from '../src/wire/NewGame';
import { isTouched, type Running } from './harness';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a square is on the screen. It is scrolled there, as a finger would. */
async function center(page: Page, square: string): Promise<Point> {
  const cell = page.locator(`[data-square="${square}"]`);
  await cell.waitFor();
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (box === null) throw new Error(`the square ${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Clicks a square, or taps it. */
export async function click(page: Page, square: string): Promise<void> {
  const { x, y } = await center(page, square);
  if (isTouched(page)) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Presses a button with the mouse or with a finger. */
export function press(page: Page, button: Locator): Promise<void> {
  return isTouched(page) ? button.tap() : button.click();
}

/** Opens the options of a new game on the home page. */
export async function openOptions(page: Page): Promise<void> {
  const summary = page.locator('summary', { hasText: /^Options/ });
  await summary.waitFor();
  const isOpen = await summary.evaluate((one) => (one.parentElement as HTMLDetailsElement).open);
  if (!isOpen) await (isTouched(page) ? summary.tap() : summary.click());
}

/** Chooses a clock by its name, such as `10+5`. */
export async function chooseClock(page: Page, clock: string): Promise<void> {
  await openOptions(page);
  await press(
    page,
    page.locator('label').filter({ has: page.getByRole('radio', { name: clock }) }),
  );
}

/** Waits for words in the line under the board. */
export async function status(page: Page, text: string): Promise<void> {
  await page.locator('.status', { hasText: text }).waitFor();
}

/** Moves by two clicks. */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await click(page, from);
  await click(page, to);
}

/** Drags a piece with the mouse or with a finger. */
export async function drag(page: Page, from: string, to: string): Promise<void> {
  const end = await center(page, to);
  const start = await center(page, from);
  if (isTouched(page)) return swipe(page, start, end);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** A finger that is put down, moved and lifted. */
async function swipe(page: Page, start: Point, end: Point): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Point[]) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: [...at] });
  await touch('touchStart', [start]);
  for (const share of [0.2, 0.5, 0.8, 1]) {
    const at = (a: number, b: number): number => a + (b - a) * share;
    await touch('touchMove', [{ x: at(start.x, end.x), y: at(start.y, end.y) }]);
  }
  await touch('touchEnd', []);
  await hand.detach();
}

/** Draws an arrow, or a circle where both squares are the same. */
export async function draw(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await center(page, from), await center(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  // The board looks at the mouse once a frame.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))));
  await page.mouse.up({ button: 'right' });
}

/** What a screen reader hears of a square. */
export async function square(page: Page, name: string): Promise<string> {
  return (await page.locator(`[data-square="${name}"]`).getAttribute('aria-label')) ?? '';
}

/** The moves in the list. */
export async function moves(page: Page): Promise<string[]> {
  return page.locator('button.move').allTextContents();
}

/** Waits until so many half-moves were played. */
export async function plies(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('button.move').length === wanted,
    count,
    { timeout: 60_000 },
  );
}

/** Types moves one after another, each when the one before is there. */
export async function type(page: Page, ...line: readonly string[]): Promise<void> {
  for (const san of line) {
    const before = (await moves(page)).length;
    await page.locator('#typed-move').fill(san);
    await page.locator('#typed-move').press('Enter');
    await plies(page, before + 1);
  }
}

const PERSON = { name: null, player: { type: 'person' } } as const;
const EASY = { name: 'Easy', player: { type: 'engine', strength: { type: 'easy' } } } as const;

/** Pass and play, or against Easy. */
export const PASS_AND_PLAY: Partial<NewGame> = {
  seats: { white: { ...PERSON, name: 'Ada' }, black: { ...PERSON, name: 'Bo' } },
  shared: true,
};
export const AGAINST_EASY = {
  seats: { white: PERSON, black: EASY },
} satisfies Partial<NewGame>;

/** Creates and opens a game without the setup, which has tests of its own. */
export async function openGame(page: Page, origin: string, game: Partial<NewGame>): Promise<void> {
  const { id, secrets } = await create(origin, game);
  await take(page, origin, id, secrets.white ?? secrets.black);
}

/** Seats this page as Black in a game of two people, and gives the page of White. */
export async function openAsBlack(
  running: Running,
  black: Page,
  game: Partial<NewGame>,
): Promise<Page> {
  const seats = { white: { ...PERSON, name: 'Ada' }, black: { ...PERSON, name: 'Bo' } };
  const { id, secrets } = await create(running.origin, { seats, ...game });
  const white = await running.visitor();
  await take(white, running.origin, id, secrets.white);
  await take(black, running.origin, id, secrets.black);
  return white;
}

/** Creates a game without opening it. */
export async function create(origin: string, game: Partial<NewGame>): Promise<GameCreated> {
  const wanted: NewGame = {
    start: { type: 'standard' },
    seats: { white: PERSON, black: EASY },
    time: { white: null, black: null },
    shared: false,
    automatic_draws: true,
    ...game,
  };
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(wanted);
  const answer = await fetch(`${origin}/api/games`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the game was refused: ${await answer.text()}`);
  return (await answer.json()) as GameCreated;
}

/** Puts the secret of a seat where the app looks for it. */
export async function seat(page: Page, id: string, secret: string | null): Promise<void> {
  const seats = JSON.stringify({ version: 1, value: { [id]: secret } });
  await page.addInitScript((value) => localStorage.setItem('tabiya:seats', value), seats);
}

/** Seats this page in a game, and opens it. */
async function take(page: Page, origin: string, id: string, secret: string | null): Promise<void> {
  await seat(page, id, secret);
  await page.goto(`${origin}/g/${id}`);
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await page.waitForSelector('cg-board piece');
}

/** A game from a position. */
export function from(fen: string): Partial<NewGame> {
  return { start: { type: 'fen', fen } };
}

/** What is drawn on the board. */
export function drawn(page: Page, what: string): Locator {
  return page.locator(`cg-board ${what}:visible`);
}
