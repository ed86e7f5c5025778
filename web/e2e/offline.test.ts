/** The app without its server: it opens, says so, and comes back; and what browsers may install. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { DESK, PHONE, runningApp } from './harness';

const app = runningApp();

/** The paths of what the service worker has stored. */
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const requests = await (await caches.open('tabiya')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

/** A visitor who has been here once, so that the app is stored. */
async function returning(viewport = DESK, touch = false): Promise<Page> {
  const page = await app().visitor(viewport, touch, false, 'allow');
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  for (const file of [
    /^\/$/,
    /^\/assets\/index-.+\.js$/,
    /^\/assets\/en-/,
    /^\/assets\/.+\.css$/,
  ]) {
    await expect.poll(() => stored(page)).toContainEqual(expect.stringMatching(file));
  }
  return page;
}

// req: C3
test.each([
  ['a desk', DESK, false],
  ['a phone', PHONE, true],
] as const)(
  'every page opens without the server, says so, and comes back by itself, on %s',
  async (_, viewport, touch) => {
    const page = await returning(viewport, touch);
    await app().kill();
    const alert = page.getByRole('alert').filter({ hasText: 'The server can’t be reached' });
    for (const path of [
      '/',
      '/g/AAAAAAAAAA',
      '/g/AAAAAAAAAA/review',
      '/analysis',
      '/competitions',
    ]) {
      await page.goto(`${app().origin}${path}`);
      await alert.waitFor();
    }
    await page.goto(`${app().origin}/library`);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await alert.getByText('The page continues as soon as the server is back').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Library' }).waitFor();
    await app().revive();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
    await expect.poll(() => alert.count()).toBe(0);
    await page.context().close();
  },
);

test('answers of the API are never stored, nor served when the server is away', async () => {
  const page = await returning();
  await page.goto(`${app().origin}/library`);
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  const isApp = (path: string): boolean => /^\/($|icon\.svg$|assets\/)/.test(path);
  expect((await stored(page)).filter((path) => !isApp(path))).toEqual([]);
  await app().kill();
  const answer = page.evaluate(() => fetch('/api/games').then(({ status }) => status));
  await expect(answer).rejects.toThrow('Failed to fetch');
  await app().revive();
  await page.context().close();
});

test('a new version replaces the old one at the next visit', async () => {
  const page = await returning();
  await page.evaluate(async () => {
    const cache = await caches.open('tabiya');
    const html = '<script src="/assets/index-old.js"></script>';
    await cache.put('/', new Response(html, { headers: { 'content-type': 'text/html' } }));
    await cache.put('/assets/index-old.js', new Response('throw new Error("the old version")'));
  });
  await page.goto(`${app().origin}/library`);
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  await expect.poll(() => stored(page)).not.toContain('/assets/index-old.js');
  // What the old version had stored is deleted first.
  await expect
    .poll(() => stored(page), { message: 'the texts' })
    .toContainEqual(expect.stringMatching(/^\/assets\/en-/));
  await app().kill();
  await page.goto(app().origin);
  await page.getByRole('alert').waitFor();
  await app().revive();
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await page.context().close();
});

test('where the texts of the language cannot be loaded, a sentence says so', async () => {
  const page = await app().visitor();
  await page.route('**/assets/en-*', (route) => route.abort());
  await page.goto(app().origin);
  await page.getByRole('alert').getByText('Tabiya could not be loaded.').waitFor();
  await page.unroute('**/assets/en-*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await page.context().close();
});

test('the app can be installed', async () => {
  const page = await returning();
  const session = await page.context().newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data) as { icons: { src: string; purpose: string }[] };
  for (const { src } of icons) {
    expect((await page.request.get(`${app().origin}${src}`)).status(), src).toBe(200);
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const reasons = installabilityErrors.map(({ errorId }) => errorId);
  // The windows of tests are private ones, in which nothing is installed.
  expect(reasons.filter((reason) => reason !== 'in-incognito')).toEqual([]);
  await page.context().close();
});

test('browsers ask again for every file whose name does not change with its content', async () => {
  const page = await returning();
  const file = (await stored(page)).find((path) => path.startsWith('/assets/')) ?? '';
  const caching = async (path: string): Promise<string | undefined> =>
    (await page.request.get(`${app().origin}${path}`)).headers()['cache-control'];
  for (const path of ['/', '/sw.js', '/manifest.webmanifest', '/icon-192.png']) {
    expect(await caching(path), path).toBe('no-cache');
  }
  expect(await caching(file)).toMatch(/max-age=31536000/);
  await page.context().close();
});

test('a part of a page that cannot be loaded says why', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.locator('#typed-move').waitFor();
  await page.route('**/assets/GameDialogs-*', (route) => route.abort());
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');

  await dialog.getByText('The server can’t be reached').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.context().close();
});
