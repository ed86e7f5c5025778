/**
 * Every page and dialog in both themes, at several sizes and in every language: axe finds nothing to
 * complain about, and nothing sticks out sideways. With SCREENSHOTS=1 a picture of each goes into
 * `screenshots`.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { chooseClock, move, openOptions, plies, type } from './board';
import { startPassAndPlay, enroll, ADMIN_PASSWORD, logIn, startClub } from './club';
import type { Running } from './harness';
import type { BackupState } from '../src/wire/BackupState';
import type { Usage } from '../src/wire/Usage';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WITH_PICTURES = process.env['SCREENSHOTS'] === '1';
const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
};

let running: Running;
beforeAll(async () => {
  running = await startClub();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

/** Axe puts a style of its own into the page, which the policy forbids. */
function visitor(): Promise<Page> {
  return running.visitor(SIZES.desk, false, true);
}

/** Where axe looks: names depend on the size, contrast on the colors, and neither on both. */
const CLOSELY = ['desk-light', 'phone-dark'];

/** The other languages, and the sizes that their texts have to fit. */
const TRANSLATIONS = ['de', 'fr'] as const;
const TIGHT = [
  ['desk', 'light'],
  ['phone', 'dark'],
  ['small', 'light'],
] as const;

/** The parts of a competition that are looked at in every language. */
const TRANSLATED = ['standings', 'settings'];

/** Inspects a screen at all sizes and in both themes, then in the other languages. */
async function inspect(
  page: Page,
  name: string,
  translations: readonly string[] = TRANSLATIONS,
): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      const side = `${size}-${colorScheme}`;
      const isClose = CLOSELY.includes(side);
      if (!isClose && !WITH_PICTURES) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(60);
      await picture(page, `${name}-${side}`);
      if (isClose) expect(await violations(page), `${name}, ${side}`).toEqual([]);
    }
    // The board takes a moment to follow the window.
    await expect.poll(() => stickingOut(page), { message: `${name}, ${size}` }).toEqual([]);
    expect(await brokenWords(page), `${name}, ${size}`).toEqual([]);
  }
  const chosen = await page.locator('html').getAttribute('lang');
  for (const language of translations) await inspectIn(page, language, name);
  await speak(page, chosen ?? 'en');
  await page.setViewportSize(SIZES.desk);
}

/** The same screen in another language. */
async function inspectIn(page: Page, language: string, name: string): Promise<void> {
  await speak(page, language);
  for (const [size, colorScheme] of TIGHT) {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const message = `${name}, ${size}, ${language}`;
    await expect.poll(() => stickingOut(page), { message }).toEqual([]);
    if (WITH_PICTURES) await page.waitForTimeout(60);
    await picture(page, `${name}-${size}-${colorScheme}-${language}`);
  }
}

/** Switches the language without a reload, as a change of the settings in another window does. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((language) => {
    const key = 'tabiya:settings';
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { value?: object };
    const value = { ...stored.value, language };
    localStorage.setItem(key, JSON.stringify({ version: 1, value }));
    dispatchEvent(new StorageEvent('storage', { key }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Takes a picture for whoever wants to see the screens. */
async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (WITH_PICTURES) await page.screenshot({ path: `screenshots/${name}.png`, fullPage });
}

/** Words of the heading that are broken over several lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.querySelector('h1')?.firstChild;
    if (!(text instanceof Text)) return [];
    const words = [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    });
    return words.map(([word]) => word);
  });
}

/** What makes the page wider than the screen. */
async function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
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

/** Chooses by the words of the settings, which are in English at first. */
async function choose(page: Page, ...labels: readonly string[]): Promise<void> {
  await page.goto(running.origin);
  await page.getByRole('button', { name: /Settings|Einstellungen/ }).click();
  for (const label of labels) await page.getByText(label, { exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Two at one screen, up to the mate. */
async function toMate(page: Page): Promise<void> {
  await startPassAndPlay(page, running.origin);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  await page.getByText('Bo wins by checkmate').first().waitFor();
}

// req: B6, A2
test('the first page', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await inspect(page, 'home');
  await openOptions(page);
  await page.getByText('By rating').click();
  await page.getByText('More options').click();
  await inspect(page, 'home-rated');
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await inspect(page, 'home-two');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await inspect(page, 'settings');
});

test('the library when it is empty, and pages that are not there', async () => {
  const page = await visitor();
  await page.goto(`${running.origin}/library`);
  await page.getByText('No games yet').or(page.locator('table')).first().waitFor();
  await inspect(page, 'library-empty');
  await page.goto(`${running.origin}/nowhere`);
  await inspect(page, 'nowhere');
  await page.goto(`${running.origin}/g/AAAAAAAAAA`);
  await page.getByText('Game not found').waitFor();
  await inspect(page, 'no-game');
});

test('a game', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await chooseClock(page, '10+5');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText('Look at the').waitFor();
  await inspect(page, 'game');
  await page.keyboard.press('?');
  await inspect(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await inspect(page, 'position');
});

test('a game on a screen of any shape', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  for (const [width, height] of [
    [844, 390],
    [700, 700],
    [3840, 2160],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shape = `${width}x${height}`;
    const board = async (): Promise<number | undefined> =>
      (await page.locator('cg-board').boundingBox())?.height;
    await expect.poll(() => stickingOut(page), { message: shape }).toEqual([]);
    await expect.poll(board, { message: shape }).toBeLessThanOrEqual(height);
    await picture(page, `shape-${shape}`);
  }
});

// req: A5, C3
test('the end of a game, the library and an import', async () => {
  const page = await visitor();
  await toMate(page);
  await inspect(page, 'end');
  await page.goto(`${running.origin}/library`);
  const row = page.locator('tbody tr', { hasText: 'Ada' });
  await row.waitFor();
  await inspect(page, 'library');
  await row.getByRole('button').click();
  await page.getByRole('menu').waitFor();
  expect(await violations(page), 'the menu of a game').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Ada vs Bo' }).check();
  await inspect(page, 'library-selected', []);
  await page.setViewportSize(SIZES.phone);
  await row.locator('td.white').click();
  await page.getByRole('dialog', { name: 'Game details' }).waitFor();
  expect(await violations(page), 'the details on a phone').toEqual([]);
  await picture(page, 'library-details-phone');
  await page.keyboard.press('Escape');
  await page.setViewportSize(SIZES.desk);
  await page.getByRole('button', { name: 'Import' }).click();
  await inspect(page, 'import');
  const text = '[White "Good"]\n\n1. e4 *\n\n[White "Bad"]\n\n1. e4 e9 *\n';
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await page.getByText('2 games were imported.').waitFor();
  await inspect(page, 'import-report');
});

// req: B6
test('a review, a lesson and its print', async () => {
  const page = await visitor();
  await toMate(page);
  await page.getByRole('dialog').getByRole('link', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  await inspect(page, 'review');
  await page.getByRole('button', { name: 'Share as a picture' }).click();
  await page.getByRole('img', { name: /^Ada 0 – Bo 1/ }).waitFor();
  await inspect(page, 'review-picture');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'review-print', true);
  await expect.poll(() => page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await expect.poll(() => page.locator('cg-board').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Find a better move for White.').waitFor();
  await inspect(page, 'review-retry');
  await page.getByRole('button', { name: 'Back to the review' }).click();
  await page.getByRole('button', { name: 'White’s mistakes: 1' }).click();
  await page.getByText('Find a better move for White.').waitFor();
  await inspect(page, 'lesson');
});

// req: B6
test('the analysis board', async () => {
  const page = await visitor();
  await page.goto(`${running.origin}/analysis`);
  await page.getByRole('checkbox', { name: 'Engine' }).check();
  await page.getByRole('combobox', { name: 'Lines' }).selectOption('5');
  await page.locator('.engine li').nth(4).waitFor();
  await move(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Delete from here' }).waitFor();
  await inspect(page, 'analysis');
});

test('studies: the list, a name, a link, a conflict and what others see', async () => {
  const page = await visitor();
  const play = async (where: Page, from: string, to: string, san: string): Promise<void> => {
    await where.locator(`[data-square="${from}"][aria-label*="can move"]`).waitFor();
    await move(where, from, to);
    await where.getByRole('button', { name: san }).waitFor();
  };
  const saved = page.locator('.state[data-state="saved"]');
  await page.goto(`${running.origin}/studies`);
  await page.getByText('No studies yet').waitFor();
  await inspect(page, 'studies-none');
  const titles = ['A plan against the Sicilian', `${'Rook ending '.repeat(12)}to be continued`];
  for (const title of titles) {
    await page.goto(`${running.origin}/analysis`);
    await play(page, 'e2', 'e4', '1. e4');
    await page.getByLabel('Name of the study').fill(title);
    await page.getByLabel('Name of the study').blur();
    await saved.waitFor();
  }
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Share by link').check();
  await page.getByLabel('Link to this study').waitFor();
  await inspect(page, 'study-share');
  await page.keyboard.press('Escape');
  await inspect(page, 'study');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await play(other, 'e7', 'e5', 'e5');
  await other.locator('.state[data-state="saved"]').waitFor();
  await play(page, 'c7', 'c5', 'c5');
  await page.getByRole('alert').waitFor();
  await inspect(page, 'study-conflict');
  const guest = await visitor();
  await guest.goto(page.url());
  await guest.getByText('This study was shared').waitFor();
  await inspect(guest, 'study-guest');
  await play(guest, 'g1', 'f3', '2. Nf3');
  await guest.getByRole('link', { name: 'Editor' }).click();
  await guest.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await inspect(guest, 'study-leave');

  await other.goto(`${running.origin}/studies`);
  await other.getByRole('link', { name: 'A plan against' }).waitFor();
  await inspect(other, 'studies');
});

// req: C7
test('an invitation, from both sides', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByAltText('QR code').waitFor();
  await inspect(page, 'invitation');
  const guest = await visitor();
  await guest.goto(await page.getByRole('textbox', { name: 'Copy link' }).inputValue());
  await guest.getByRole('dialog').waitFor();
  await inspect(guest, 'invited');
});

test('the editor', async () => {
  const page = await visitor();
  await page.goto(`${running.origin}/editor`);
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await inspect(page, 'editor');
});

test('the roster, its import and its cards', async () => {
  await enroll(running, 'Zoë Müller', 'a long password');
  const page = await visitor();
  await page.goto(`${running.origin}/card`);
  await page.getByLabel('Code').fill('CDFG-2345');
  await page.keyboard.press('Enter');
  await page.getByText('No valid card').waitFor();
  await inspect(page, 'card');
  await page.goto(`${running.origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Add member' }).click();
  await inspect(page, 'member-add');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import list' }).click();
  await inspect(page, 'roster-import');
  const choose = async (text: string): Promise<void> => {
    const file = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('dialog input[type="file"]').setInputFiles(file);
    await page.getByRole('region', { name: 'What happens' }).waitFor();
  };
  await choose('Name;Class;Rating\nZoë Müller;5a;900\nPia;5a;\nPia;5b;\nTim;5b;12345\n');
  await inspect(page, 'roster-errors');
  const names = ['Zoë Müller', 'Pia', 'Tim', 'Maximiliane Zimmermann-Lenz', 'Émile', 'Noor'];
  const rows = names.map(
    (name, index) => `${name};${index % 2 === 0 ? '5a' : '5b'};${900 + index}`,
  );
  await choose(['Name;Class;Rating', ...rows].join('\n'));
  await page.getByText('5 new, 1 changed').waitFor();
  await inspect(page, 'roster-preview');
  await page.getByRole('button', { name: 'Import 6 members' }).click();
  await page.getByRole('heading', { name: '5b' }).waitFor();
  await inspect(page, 'roster');
  await page.getByRole('link', { name: 'Cards' }).click();
  await page.getByRole('button', { name: 'Make missing cards' }).click();
  await page.getByRole('list', { name: 'Cards' }).waitFor();
  await inspect(page, 'cards');
  const text = await page.getByRole('listitem').first().innerText();
  await page.goto(`${running.origin}/card#${/\w{4}-\w{4}/.exec(text)?.[0] ?? ''}`);
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  await inspect(page, 'by-card');
});

const competitions = async (): Promise<void> => {
  const names = ['Émile Béranger', 'Maximiliane Zimmermann-Lenz', 'Noor', 'Pia', 'Tim', 'Zoë'];
  const page = await visitor();
  await page.goto(`${running.origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  for (const [index, name] of names.entries()) {
    const details = { name: `${name} ${index}`, password: 'a long password', group: '5a' };
    await page.request.post(`${running.origin}/api/members`, { data: details });
  }
  await page.goto(`${running.origin}/ratings`);
  await page.getByText('No ratings yet').waitFor();
  await inspect(page, 'ratings-none', []);
  await page.goto(`${running.origin}/competitions`);
  await page.getByText('No competitions yet').waitFor();
  await inspect(page, 'competitions-none', []);
  await page.getByRole('link', { name: 'New competition' }).click();
  await page.getByText('More options').click();
  for (const format of ['Round robin', 'Knockout', 'Keizer ladder', 'Swiss']) {
    await page.getByRole('radio', { name: format }).check();
    await inspect(page, `competition-new-${format.toLowerCase().replace(' ', '-')}`, []);
  }
  await page.getByLabel('Name', { exact: true }).fill('Club championship of the autumn');
  for (const name of names) await page.getByRole('checkbox', { name }).first().check();
  await inspect(page, 'competition-new');
  await page.getByRole('button', { name: 'Create competition' }).click();
  await page.getByText('No round is paired yet.').waitFor();
  await inspect(page, 'competition-unpaired', []);
  const address = page.url();
  await page.getByRole('button', { name: 'Pair by hand' }).click();
  await inspect(page, 'competition-hand', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pair round 1' }).click();
  await page.getByRole('button', { name: 'Exchange two players' }).click();
  await inspect(page, 'competition-exchange', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove pairing' }).click();
  await inspect(page, 'competition-remove', []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More about' }).first().click();
  await inspect(page, 'competition-board');
  await page.getByRole('button', { name: 'Final position' }).click();
  await inspect(page, 'competition-position', []);
  await page.keyboard.press('Escape');
  for (const result of ['White wins:', 'Draw:', 'Black wins:']) {
    const button = page.getByRole('button', { name: result, pressed: false });
    await button.nth(['White wins:', 'Draw:', 'Black wins:'].indexOf(result)).click();
  }
  await page.getByText('All results are in').waitFor();
  await inspect(page, 'competition-pairings');
  for (const part of ['standings', 'crosstable', 'players', 'history', 'settings', 'slips']) {
    await page.goto(`${address}/${part}`);
    await page.getByText('Club championship').first().waitFor();
    await page.getByText('Loading').waitFor({ state: 'detached' });
    await inspect(page, `competition-${part}`, TRANSLATED.includes(part) ? undefined : []);
    await page.emulateMedia({ media: 'print' });
    await picture(page, `competition-${part}-print`, true);
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto(`${address}/players`);
  await page.getByText('Players who may not meet').click();
  await page.getByLabel('First player').selectOption({ index: 1 });
  await page.getByLabel('Second player').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Keep apart' }).click();
  await page.getByRole('button', { name: /^Remove: / }).waitFor();
  await inspect(page, 'competition-apart');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await inspect(page, 'competition-player');
  await page.goto(`${address}/screen`);
  await page.getByRole('cell', { name: 'Noor' }).waitFor();
  await inspect(page, 'competition-screen', []);
  await page.goto(`${running.origin}/ratings`);
  await page.getByRole('link', { name: 'Noor' }).waitFor();
  await inspect(page, 'ratings', []);
  await page.getByRole('link', { name: 'Noor' }).click();
  await page.getByText('As a table').click();
  await inspect(page, 'ratings-member');
};
test(
  'competitions: creation, every part of one, its dialogs, the wall and ratings',
  competitions,
  300_000,
);

test('logging in, the account, and the members', async () => {
  await enroll(running, 'Anna', 'a long password');
  const page = await visitor();
  await page.goto(`${running.origin}/members`);
  await page.getByText('Only organizers').waitFor();
  await inspect(page, 'members-refused');
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await inspect(page, 'login');
  await page.keyboard.press('Escape');
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByText('Anna').first().waitFor();
  await inspect(page, 'members');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await inspect(page, 'member-edit');
  await page.getByRole('button', { name: 'New password' }).click();
  await inspect(page, 'member-password');
  await page.locator('dialog section').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await inspect(page, 'member-remove');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logged in as admin' }).click();
  await inspect(page, 'account');
  await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Member added' }).first().waitFor();
  await inspect(page, 'audit');
  await page.getByLabel('Name, address or id').fill('nobody of this name');
  await page.getByText('No entries found').waitFor();
  await inspect(page, 'audit-none');
  await page.getByRole('link', { name: 'Server' }).click();
  await page.getByRole('heading', { name: 'Backups' }).waitFor();
  await inspect(page, 'server');
  await showServer(page);
  await inspect(page, 'server-busy');
  await page.getByRole('button', { name: 'Logged in as admin' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Only the admin').waitFor();
  await inspect(page, 'server-refused');
  await logIn(page, 'Anna', 'a long password');
  await page.getByRole('button', { name: 'Logged in as Anna' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await inspect(page, 'password');
});

/** A server with much to report, which no test can wait for. */
async function showServer(page: Page): Promise<void> {
  const usage: Usage = {
    library_bytes: 1_930_000_000,
    max_library_bytes: 2_000_000_000,
    bytes_per_hour: 64_000_000,
    max_unstarted_games: 50,
    connections: 1234,
    games: 317,
    engines: { workers: 16, busy: 16, waiting: 42 },
    clients: [
      { name: 'Anna', stored_bytes: 48_200_000, unstarted_games: 0 },
      { name: 'A member with a rather long name', stored_bytes: 920_000, unstarted_games: 12 },
      { name: '2001:db8:85a3:8d3:1319:8a2e:370:7348', stored_bytes: 1800, unstarted_games: 50 },
    ],
  };
  const backups: BackupState = {
    directory: '/var/lib/tabiya/a folder with a rather long name/backups',
    every_ms: 43_200_000,
    keep: 7,
    last: {
      at_ms: Date.UTC(2026, 0, 31, 12),
      file: 'library-2026-01-31T12-00-00Z.damaged.db',
      games: 12_345,
      bytes: 1_900_000_000,
      damaged: ['Xk3v9QmZ2a', 'b7T-p0LwYe'],
    },
    failure: {
      at_ms: Date.UTC(2026, 1, 1),
      error: {
        type: 'unwritable',
        path: '/var/lib/tabiya/backups',
        reason: 'No space left on device (os error 28)',
      },
      message: 'cannot write /var/lib/tabiya/backups: No space left on device (os error 28)',
    },
  };
  await page.route('**/api/usage', (route) => route.fulfill({ json: usage }));
  await page.route('**/api/backups', (route) => route.fulfill({ json: backups }));
  await page.getByText('No space left on device').waitFor();
}

// req: B6
test('other boards and other pieces', async () => {
  const page = await visitor();
  for (const [board, pieces] of [
    ['Slate', 'Flat'],
    ['Sea', 'Shapes'],
    ['High contrast', 'Flat'],
  ] as const) {
    await choose(page, board, pieces);
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await move(page, 'e2', 'e4');
    await plies(page, 2);
    await inspect(page, `board-${board.toLowerCase().replace(' ', '-')}`);
  }
});

// req: B6
test.each([
  ['Deutsch', 'de', 'Zu zweit an einem Gerät', 'Partie starten', 'Auswertung'],
  ['Français', 'fr', 'À deux sur le même écran', 'Commencer la partie', 'Bilan'],
] as const)('every page in %s', async (language, code, passAndPlay, start, review) => {
  const page = await visitor();
  await choose(page, language);
  await inspect(page, `home-${code}`, []);
  await page.getByRole('button', { name: start }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await inspect(page, `game-${code}`, []);
  await page.goto(running.origin);
  await page.getByRole('button', { name: passAndPlay }).click();
  for (const [index, name] of ['Ada', 'Bo'].entries()) {
    await page.locator('input[autocomplete="off"]').nth(index).fill(name);
  }
  await page.getByRole('button', { name: start }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await type(page, 'f3', 'e5', 'g4', 'Dh4');
  await page.getByRole('dialog').waitFor();
  await inspect(page, `end-${code}`, []);
  await page.getByRole('dialog').getByRole('link', { name: review }).click();
  await page.locator('.moment').first().waitFor();
  await inspect(page, `review-${code}`, []);
  for (const path of ['library', 'studies', 'analysis', 'editor', 'members']) {
    await page.goto(`${running.origin}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await inspect(page, `${path}-${code}`, []);
  }
});

// req: B6
test('the app can be installed: manifest and icons are valid', async () => {
  const page = await visitor();
  await page.goto(running.origin);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; purpose: string }[] };
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable']),
  );
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(running.origin + src);
    const type = src.endsWith('.png') ? 'image/png' : 'image/svg+xml';
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const faults = installabilityErrors.map(({ errorId }) => errorId);
  // A browser of tests is as private as a window can be; it installs nothing.
  expect(faults.filter((fault) => fault !== 'in-incognito')).toEqual([]);
});
