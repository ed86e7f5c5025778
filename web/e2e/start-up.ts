/**
 * The longest task of the page while it starts, visit by visit: home, a game, a review, and the library
 * with many games. A page answers nobody while a task runs, so that a long one is felt. Beside the
 * longest stands what it was made of, from a trace of the browser. Everybody is here for the first time,
 * with nothing in the cache. `npm run start-up` prints the figures and fails where they miss the goal.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';

import type { LibraryPage } from '../src/wire/LibraryPage';
import { AGAINST_EASY, create, seat } from './board';
import { runningApp } from './harness';
import { tasksOf, trace, type TraceEvent } from './trace';

const app = runningApp();
const VISITS = Number(process.env['VISITS'] ?? 10);
const GOAL_MS = 100;
const GAMES = 1500;
/** How long the games and the review may take. */
const SETUP_MS = 300_000;
/** How long a page may go on working after it is ready. */
const SETTLE_MS = 700;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing'];
/** The mark by which the page is found in the trace: the browser has other pages of its own. */
const MARK = 'settled';

/** The game of Anderssen and Kieseritzky, London 1851. */
const MOVES =
  '1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 ' +
  '9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 ' +
  '17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0';
const LIBRARY = Array.from(
  { length: GAMES },
  (_, index) => `[Round "${index + 1}"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n${MOVES}\n`,
).join('\n');

/** A page to visit: where it is, what is on it when it is ready, and what the browser knows before. */
interface Visit {
  readonly path: string;
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const visits: Record<'home' | 'game' | 'review' | 'library', Visit> = {
  home: { path: '/', ready: '[data-square="e2"]' },
  game: { path: '', ready: '[data-square="e2"]' },
  review: { path: '', ready: '.moment' },
  library: { path: '/library', ready: '[role=row] >> nth=5' },
};

interface Task {
  readonly ms: number;
  /** What took most of it, with milliseconds. */
  readonly parts: string;
}

/** The time of each kind of work within a task, without what it called in turn. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const isWithin = ({ ts, dur, tid, pid }: TraceEvent): boolean =>
    dur !== undefined && tid === task.tid && pid === task.pid && ts >= task.ts && ts + dur <= end;
  const own = new Map<string, number>();
  const open: { readonly name: string; readonly end: number }[] = [];
  const inside = events.filter(isWithin).sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const { name, ts, dur = 0 } of inside) {
    while ((open.at(-1)?.end ?? Infinity) <= ts) open.pop();
    const parent = open.at(-1)?.name;
    if (parent !== undefined) own.set(parent, (own.get(parent) ?? 0) - dur);
    own.set(name, (own.get(name) ?? 0) + dur);
    open.push({ name, end: ts + dur });
  }
  const largest = [...own].sort(([, a], [, b]) => b - a).slice(0, 5);
  return largest.map(([name, us]) => `${name} ${(us / 1000).toFixed(0)}`).join(', ');
}

/** The longest task of a page until it has settled. */
async function longestTask(page: Page, { path, ready }: Visit): Promise<Task> {
  const session = await page.context().newCDPSession(page);
  const events = await trace(session, CATEGORIES, async () => {
    await page.goto(app().origin + path);
    await page.locator(ready).first().waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate((mark) => performance.mark(mark), MARK);
  });
  const mark = events.find(({ name }) => name === MARK);
  const own = events.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid);
  const tasks = tasksOf(own).sort((a, b) => (b.dur ?? 0) - (a.dur ?? 0));
  const [longest] = tasks;
  if (longest === undefined) throw new Error('the trace has no task');
  return { ms: (longest.dur ?? 0) / 1000, parts: partsOf(longest, own) };
}

async function visit(target: Visit): Promise<Task> {
  const page = await app().visitor();
  await target.prepare?.(page);
  const task = await longestTask(page, target);
  await page.context().close();
  return task;
}

/** Fills the library, and gives one of its games. */
async function importGames(page: Page): Promise<string> {
  await page.request.post(`${app().origin}/api/import`, { data: LIBRARY });
  const answer = await page.request.get(`${app().origin}/api/games?limit=1`);
  return ((await answer.json()) as LibraryPage).rows[0]?.id ?? '';
}

beforeAll(async () => {
  const page = await app().visitor();
  visits.review = { ...visits.review, path: `/g/${await importGames(page)}/review` };
  await page.goto(app().origin + visits.review.path);
  await page.locator(visits.review.ready).first().waitFor({ timeout: SETUP_MS });
  await page.context().close();
  const { id, secrets } = await create(app().origin, AGAINST_EASY);
  const prepare = (visitor: Page): Promise<void> => seat(visitor, id, secrets.white);
  visits.game = { ...visits.game, path: `/g/${id}`, prepare };
}, SETUP_MS);

for (const name of ['home', 'game', 'review', 'library'] as const) {
  test(`the page is never busy for long: ${name}`, async () => {
    const tasks: Task[] = [];
    for (let count = 0; count < VISITS; count += 1) tasks.push(await visit(visits[name]));
    tasks.sort((a, b) => a.ms - b.ms);
    const [middle, longest] = [tasks[Math.floor(VISITS / 2)], tasks.at(-1)];
    const figures = `p50 ${middle?.ms.toFixed(0)} ms, at most ${longest?.ms.toFixed(0)} ms`;
    console.log(`${name}: ${figures} (${longest?.parts})`);
    expect(longest?.ms).toBeLessThanOrEqual(GOAL_MS);
  });
}
