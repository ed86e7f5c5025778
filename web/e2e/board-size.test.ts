/**
 * The board has one size on all pages that have one, and one place in a wide window. It is as large
 * as the window allows, and the clocks and controls of a game are still in sight. On a tablet it is
 * smaller where what is below has to be in sight: what can be played from the home page, and the
 * beginning of a review, an analysis and the editor.
 */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openGame, PASS_AND_PLAY, type } from './board';
import { ADMIN_PASSWORD, enroll, logIn, startClub } from './club';
import type { Running } from './harness';

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

const TEN_MINUTES = { base_ms: 600_000, bonus: { type: 'none' } } as const;
const CLOCKS = { time: { white: TEN_MINUTES, black: TEN_MINUTES } };

/** Width, height, and the smallest board that is large enough there. */
const WIDE = [
  [1440, 900, 824],
  [1280, 720, 640],
] as const;
const NARROW = [
  [820, 1180, 816],
  [390, 844, 384],
] as const;

let running: Running;
/** The pages with a board, opened, by their names. */
const pages = new Map<string, Page>();

beforeAll(async () => {
  running = await startClub();
  await openAll();
}, 120_000);
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

async function openAll(): Promise<void> {
  for (const path of ['', 'analysis', 'editor']) await open(path === '' ? 'home' : path, path);
  const game = await running.visitor();
  await openGame(game, running.origin, { ...PASS_AND_PLAY, ...CLOCKS });
  pages.set('game', game);
  const review = await running.visitor();
  await openGame(review, running.origin, PASS_AND_PLAY);
  await type(review, 'f3', 'e5', 'g4', 'Qh4#');
  await review.goto(`${review.url()}/review`);
  pages.set('review', review);
  await openClubPages();
}

async function open(name: string, path: string): Promise<Page> {
  const page = await running.visitor();
  await page.goto(`${running.origin}/${path}`);
  pages.set(name, page);
  return page;
}

/** A demonstration board, as its organizer and as a follower, and a simul. */
async function openClubPages(): Promise<void> {
  for (const name of ['Anna', 'Bruno']) await enroll(running, name, 'a long password');
  const organizer = await open('demonstration', 'demo');
  await logIn(organizer, 'admin', ADMIN_PASSWORD);
  await organizer.getByLabel('Name', { exact: true }).fill('Rook endings');
  await organizer.getByLabel('Everybody with the link').check();
  await organizer.getByRole('button', { name: 'Start' }).click();
  await organizer.waitForURL(/demo\/\w/);
  await open('demonstration, followed', new URL(organizer.url()).pathname.slice(1));
  const exhibitor = await open('simul', 'simul');
  await logIn(exhibitor, 'admin', ADMIN_PASSWORD);
  await exhibitor.getByLabel('Name', { exact: true }).fill('Simul');
  await exhibitor.getByRole('button', { name: 'All (2)' }).click();
  await exhibitor.getByRole('button', { name: 'Create simul' }).click();
  await exhibitor.locator('.played piece').first().waitFor();
}

/** Where the board is that is drawn. */
async function board(page: Page): Promise<Rectangle> {
  await page.locator('.board-place cg-board piece').first().waitFor();
  return page.locator('.board-place cg-board').evaluate((element) => {
    const { left, top, width } = element.getBoundingClientRect();
    return { left, top: top + scrollY, size: width };
  });
}

/** Gives all windows this size. Chessground takes a moment to follow, so what is measured is polled. */
async function resize(width: number, height: number): Promise<void> {
  for (const page of pages.values()) await page.setViewportSize({ width, height });
}

/** The boards of all pages. */
async function boards(): Promise<ReadonlyMap<string, Rectangle>> {
  const found = new Map<string, Rectangle>();
  for (const [name, page] of pages) found.set(name, await board(page));
  return found;
}

/** The names of the pages whose board differs from that of a game. */
function different(
  found: ReadonlyMap<string, Rectangle>,
  measures: readonly (keyof Rectangle)[],
): string[] {
  const game = found.get('game');
  if (game === undefined) throw new Error('the game has no board');
  return [...found].flatMap(([name, one]) =>
    measures.filter((key) => Math.abs(one[key] - game[key]) > 1).map((key) => `${name}: ${key}`),
  );
}

test.each(WIDE)('the same place and size on all pages at %i × %i', async (width, height, least) => {
  expect(pages.size).toBe(8);
  await resize(width, height);
  const measured = async (): Promise<unknown> => {
    const found = await boards();
    const { top = 0, size = 0 } = found.get('home') ?? {};
    return {
      different: different(found, ['left', 'top', 'size']),
      isLarge: size >= least,
      fits: top + size <= height,
    };
  };
  await expect.poll(measured).toEqual({ different: [], isLarge: true, fits: true });
});

test.each(NARROW)('as wide as the window on all pages at %i × %i', async (width, height, least) => {
  const isTablet = width > 560;
  await resize(width, height);
  const measured = async (): Promise<unknown> => {
    const found = await boards();
    const { size = 0 } = found.get('game') ?? {};
    return {
      different: different(found, ['left', 'size']),
      isLarge: size >= least,
      fits: size <= width,
    };
  };
  const smaller = isTablet
    ? ['home', 'analysis', 'editor', 'review'].flatMap((page) => [`${page}: left`, `${page}: size`])
    : [];
  await expect.poll(measured).toEqual({ different: smaller, isLarge: true, fits: true });
});

// req: B6
test('everything to play is in sight on the home page of a tablet', async () => {
  const page = pages.get('home');
  if (page === undefined) throw new Error('the home page is not open');
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(async () => (await board(page)).size).toBeGreaterThan(560);
  for (const part of ['Play a friend', 'Change', 'Start game']) {
    const bottom = async (): Promise<number> => {
      const box = await page.getByRole('button', { name: part }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity);
    };
    await expect.poll(bottom, { message: part }).toBeLessThanOrEqual(1180);
  }
});

/** What is in sight below the smaller boards of a tablet. */
const BELOW = [
  ['analysis', 'input[type="checkbox"]'],
  ['editor', 'button:has-text("Clear board")'],
  ['review', '.moment'],
] as const;

// req: B6
test.each(BELOW)('below the board of a tablet, the %s goes on in sight', async (name, part) => {
  const page = pages.get(name);
  if (page === undefined) throw new Error(`the ${name} is not open`);
  for (const [width, height] of [
    [768, 1024],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const bottom = async (): Promise<number> => {
      const box = await page.locator(`.beside ${part}`).first().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity);
    };
    await expect.poll(bottom, { message: `${width} × ${height}` }).toBeLessThanOrEqual(height);
    expect((await board(page)).size).toBeGreaterThan(540);
  }
});

test('no page is wider than the smallest phone', async () => {
  await resize(320, 568);
  for (const [name, page] of pages) {
    const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, { message: name }).toBeLessThanOrEqual(320);
  }
});

/** What can be pressed or filled in beside the window, where nobody sees it. */
async function outOfSight(page: Page): Promise<string[]> {
  return page
    .locator('main :is(a, button, input, select, textarea):visible')
    .evaluateAll((all) =>
      all
        .filter(
          (one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        )
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );
}

// req: B6
test.each([
  [1280, 720],
  [1440, 900],
])('everything is in sight in a window of %i × %i at twice the size', async (width, height) => {
  await resize(width / 2, height / 2);
  for (const [name, page] of pages) {
    await expect.poll(() => outOfSight(page), { message: name }).toEqual([]);
  }
});

/** Also a phone that is low, the smallest one, and one in landscape. */
const WINDOWS: readonly (readonly [width: number, height: number])[] = [
  ...[...WIDE, ...NARROW].map(([width, height]) => [width, height] as const),
  [375, 667],
  [320, 568],
  [844, 390],
];

/** Whether the window has all of an element, and nothing lies over it. */
async function isInSight(part: Locator, height: number): Promise<boolean> {
  const box = await part.boundingBox();
  if (box === null || box.y + box.height > height) return false;
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (element.contains(seen) || seen.contains(element));
  });
}

test.each(WINDOWS)('board, clocks and controls are in sight at %i × %i', async (width, height) => {
  const page = pages.get('game');
  if (page === undefined) throw new Error('there is no game');
  await page.setViewportSize({ width, height });
  await page.evaluate(() => scrollTo(0, 0));
  const parts = page.locator('cg-board, [role="timer"], .status, [role="toolbar"] button');
  await expect.poll(() => parts.count()).toBe(9);
  for (const part of await parts.all()) {
    await expect.poll(() => isInSight(part, height), { message: String(part) }).toBe(true);
  }
});
