/** The pictures of README.md and of `docs`, each in WebP and small enough for a slow line. */
import { mkdirSync, writeFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type } from './board';
import { startPassAndPlay, ADMIN_PASSWORD, logIn, startClub } from './club';
import { DESK, PHONE, type Running } from './harness';

const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const LARGEST = 60 << 10;
const QUALITY = 75;
const LINE = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7', 'Re1', 'b5'];
const GAMES = [
  ['Ada', 'Bo', '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0', '1-0'],
  ['Mia', 'Noor', '1. d4 d5 2. c4 e6 1/2-1/2', '1/2-1/2'],
  ['Jonas', 'Ada', '1. f3 e5 2. g4 Qh4# 0-1', '0-1'],
  ['Noor', 'Zoe', '1. c4 e5 2. Nc3 Nf6 3. g3 *', '*'],
].map(([white, black, moves, result]) =>
  [`[White "${white}"]`, `[Black "${black}"]`, `[Result "${result}"]`, '', moves, ''].join('\n'),
);
/** Morphy against two who consulted each other, Paris 1858. */
const OPERA = `[White "Morphy"]
[Black "The Duke and the Count"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8
17. Rd8# 1-0`;

let running: Running;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  running = await startClub();
});
afterAll(() => running.stop());

/** Takes a picture of what is on the screen. */
async function take(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.waitForTimeout(400);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  const picture = Buffer.from(data, 'base64');
  expect(picture.length, name).toBeLessThan(LARGEST);
  writeFileSync(new URL(`${name}.webp`, FOLDER), picture);
}

async function twoAtOneScreen(page: Page): Promise<void> {
  await startPassAndPlay(page, running.origin, ['Ada', 'Bo'], '10+5');
  await type(page, ...LINE);
  await page.locator('#content').focus();
}

test('a game on a desk and on a telephone', async () => {
  const desk = await running.visitor();
  await twoAtOneScreen(desk);
  await take(desk, 'game');
  const phone = await running.visitor(PHONE, true);
  await phone.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await twoAtOneScreen(phone);
  await take(phone, 'telephone');
});

test('the home page', async () => {
  const page = await running.visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'I play now and then' }).click();
  await take(page, 'home');
});

test('the library', async () => {
  const page = await running.visitor();
  await page.request.post(`${running.origin}/api/import`, { data: GAMES.join('\n') });
  await page.goto(`${running.origin}/library`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByText('Jonas').first().waitFor();
  await take(page, 'library');
});

const CLASS = [
  'Zoë Ackermann;5a;1010',
  'Émile Bäcker;5a;',
  'Deniz Çelik;5a;980',
  'Jörg Dörfler;5b;870',
  'Anaïs Engel;5b;',
  'Käthe Fröhlich;5b;1120',
  'Noor Ismail;5a;905',
  'Max Köhler;5b;940',
];

/** Imports a class list in a page of the admin, and gives that page. */
async function importClass(): Promise<Page> {
  const page = await running.visitor();
  await page.goto(`${running.origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Import list' }).click();
  const buffer = Buffer.from(['Name;Class;Rating', ...CLASS].join('\n'));
  const file = { name: 'class.csv', mimeType: 'text/csv', buffer };
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Import 8 members' }).click();
  await page.getByText('List imported').waitFor();
  return page;
}

/** Enters results until so many boards are left without one. */
async function enterResults(page: Page, left: number): Promise<void> {
  const rows = page.locator('tbody tr').filter({ has: page.locator('.entry') });
  const count = (await rows.count()) - left;
  for (let index = 0; index < count; index += 1) {
    const button = rows
      .nth(index)
      .locator('.entry button')
      .nth(index % 3);
    await button.click();
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
  }
}

test('a club evening: members, cards, pairings and standings', async () => {
  const page = await importClass();
  await page.getByText('List imported').waitFor({ state: 'detached' });
  await take(page, 'members');
  await page.getByRole('link', { name: 'Cards' }).click();
  await page.getByRole('button', { name: 'Make missing cards' }).click();
  await page.getByText('8 cards were made.').waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Cards' }).waitFor();
  await page.getByRole('listitem').nth(2).scrollIntoViewIfNeeded();
  // QR codes do not compress well.
  await page.setViewportSize({ width: 860, height: 520 });
  await take(page, 'cards');
  await page.setViewportSize(DESK);

  await page.goto(`${running.origin}/competitions/new`);
  await page.getByLabel('Name', { exact: true }).fill('Class championship');
  for (const button of await page.getByRole('button', { name: /^All \(/ }).all()) {
    await button.click();
  }
  await page.evaluate(() => scrollTo(0, 0));
  await take(page, 'competition-new');
  await page.getByRole('button', { name: 'Create competition' }).click();
  for (const round of [1, 2, 3]) {
    await page.getByRole('button', { name: `Pair round ${round}` }).click();
    const chooser = page.getByRole('combobox', { name: 'Rounds' });
    await expect.poll(() => chooser.inputValue()).toBe(String(round));
    await enterResults(page, round === 3 ? 2 : 0);
  }
  await take(page, 'pairings');
  const address = page.url();
  await page.goto(`${address}/standings`);
  await page.getByRole('region', { name: 'Standings' }).waitFor();
  await take(page, 'standings');
  await page.goto(`${address}/screen`);
  await page.getByText('Round 3 of').waitFor();
  await take(page, 'projector');
});

test('a review and the analysis board', async () => {
  const page = await running.visitor();
  const answer = await page.request.post(`${running.origin}/api/import`, { data: OPERA });
  const { imported } = (await answer.json()) as { imported: string[] };
  await page.goto(`${running.origin}/g/${imported[0]}/review`);
  await page.getByRole('heading', { name: 'Key moments' }).waitFor({ timeout: 90_000 });
  await page.locator('.moment', { hasText: '9… b5' }).getByRole('button').click();
  await page.evaluate(() => scrollTo(0, 0));
  await take(page, 'review');
  await page.goto(`${running.origin}/analysis?game=${imported[0]}`);
  await page.getByRole('button', { name: '9. Bg5' }).click();
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.getByText(/depth 1[4-9]/).waitFor({ timeout: 90_000 });
  await take(page, 'analysis');
});
