/** Games from files as they are: what the files say is shown, and large files can be stopped. */
import { gzipSync } from 'node:zlib';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { moves, press } from './board';
import { SCREENS } from './club';
import { Running } from './harness';
import { act, openFilters } from './libraryTable';

const MATCH = `[Event "World Championship"]
[Site "Reykjavik ISL"]
[Date "1972.07.23"]
[Round "6"]
[White "Fischer, Robert James"]
[Black "Spassky, Boris V. (USSR)"]
[Result "1-0"]
[WhiteElo "2785"]
[BlackElo "2660"]
[ECO "D59"]

1. c4 e6 {Black is ready for d5.} 2. Nf3 d5 (2... f5) 3. d4 Nf6 1-0

[Event "London"]
[Site "London ENG"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 1-0

[Event "Somewhere"]
[Date "1999.??.??"]
[White "Ångström, Å."]
[Black "Bo/Bea"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`;

const LONG = 'Long'.repeat(250);
const HOSTILE = ['<b>bold</b>', 'أنا لاعب شطرنج', LONG, '"; DROP TABLE game; --'];

const named = (white: string): string =>
  `[Event "Odd names"]\n[White "${white.replaceAll('"', '\\"')}"]\n[Black "Bo"]\n[Result "*"]\n\n1. e4 *\n`;

/** So many different games: each has a round of its own. */
const generated = (count: number, event: string): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `[Event "${event}"]\n[Round "${index + 1}"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n` +
      `1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n`,
  ).join('\n');

describe.each(SCREENS)('on %s', (_, size, touch) => {
  let running: Running;
  let page: Page;
  beforeAll(async () => {
    running = await Running.start();
    page = await running.visitor(size, touch);
    await bring({ name: 'match.pgn', buffer: Buffer.from(MATCH) });
    await page.getByText('3 games were imported.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
  });
  afterAll(async () => {
    await running.stop();
    expect(running.complaints).toEqual([]);
  });

  interface Named {
    readonly name: string;
    readonly buffer: Buffer;
  }

  async function open(): Promise<void> {
    await page.goto(`${running.origin}/library`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
  }

  /** Chooses files in the dialog. */
  async function bring(...files: readonly Named[]): Promise<void> {
    await open();
    const chosen = files.map((file) => ({ ...file, mimeType: 'application/octet-stream' }));
    await page.locator('input[type="file"]').setInputFiles(chosen);
  }

  async function found(search: string): Promise<void> {
    await page.goto(`${running.origin}/library`);
    await page.getByLabel('Search', { exact: true }).fill(search);
  }

  const whites = (): Promise<string[]> => page.locator('tbody td.white bdi').allTextContents();
  const row = (name: string) => page.locator('tbody tr', { hasText: name });
  const total = async (): Promise<number> => {
    const answer = await page.request.get(`${running.origin}/api/games?limit=1`);
    return ((await answer.json()) as { total: number }).total;
  };

  test('the library shows what the file says about its games', async () => {
    await found('Reykjavik');
    await expect.poll(whites).toEqual(['Fischer, Robert James']);
    const game = row('Fischer');
    await game.locator('td.white').waitFor();
    for (const [cell, text] of [
      ['white', 'Fischer, Robert James\n2785'],
      ['black', 'Spassky, Boris V. (USSR)\n2660'],
      ['result', '1–0'],
      ['event', 'World Championship'],
      ['date', 'Jul 23, 1972'],
      ['opening', 'D59'],
    ] as const) {
      const shown = await game.locator(`td.${cell}`).innerText();
      expect(shown.replace(/\s*\n\s*/g, '\n').trim(), cell).toMatch(text);
    }
    const high = (await game.locator('td.white .small').boundingBox())?.height ?? 0;
    expect(high, 'a rating stands on one line').toBeLessThan(30);
    await press(page, game.locator('td.white'));
    const details = page.locator('.details');
    for (const text of ['Reykjavik ISL', '6', 'Finished']) {
      await details.getByText(text, { exact: true }).waitFor();
    }
    // A code is for links, and not for people.
    const id = await details.locator('code').innerText();
    expect(await game.innerText()).not.toContain(id);
  });

  test('a row has the event, the opening and the number of moves in words where it is a card', async () => {
    await found('Reykjavik');
    await expect.poll(whites).toEqual(['Fischer, Robert James']);
    const game = row('Fischer');
    expect((await game.locator('td.moves').innerText()).trim()).toBe(touch ? '3 moves' : '3');
    for (const cell of ['event', 'opening']) {
      const box = await game.locator(`td.${cell}`).boundingBox();
      expect(box?.width, cell).toBeGreaterThan(30);
    }
    await page.getByRole('group', { name: 'Export as' }).getByText('Export as').waitFor();
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('');
    // What an input shows when it is empty is no wider than the input.
    const isWhole = await search.evaluate((input: HTMLInputElement) => {
      input.value = input.placeholder;
      return input.scrollWidth <= input.clientWidth;
    });
    expect(isWhole, 'the placeholder').toBe(true);
  });

  test('games are found by what the file says', async () => {
    for (const [text, white] of [
      ['world champ', 'Fischer, Robert James'],
      ['london', 'Anderssen, Adolf'],
      ['1851', 'Anderssen, Adolf'],
      ['D59', 'Fischer, Robert James'],
      ['king’s gambit'.replace('’', "'"), 'Anderssen, Adolf'],
      ['bo/bea', 'Ångström, Å.'],
    ] as const) {
      await found(text);
      await expect.poll(whites, { message: text }).toEqual([white]);
    }
  });

  test('games are sorted by date, rating and opening', async () => {
    await page.goto(`${running.origin}/library`);
    await openFilters(page);
    const [old, middle, late] = ['Anderssen, Adolf', 'Fischer, Robert James', 'Ångström, Å.'];
    for (const [column, order] of [
      ['Date', [late, middle, old]],
      ['White’s rating', [middle]],
      ['Event', [old, late, middle]],
    ] as const) {
      await page.getByLabel('Sort by').selectOption(column);
      const first = async (): Promise<string[]> => (await whites()).slice(0, order.length);
      await expect.poll(first, { message: column }).toEqual(order);
    }
    // Queen's pawn is D, the king's gambit is C.
    await page.getByLabel('Sort by').selectOption('Opening');
    await expect.poll(async () => (await whites())[0]).toBe(old);
  });

  test('the page of an imported game shows its tags and links to its comments', async () => {
    await found('Fischer');
    await act(page, 'Fischer', 'Open');
    const about = page.getByRole('group', { name: 'About this game' });
    for (const text of [
      'World Championship',
      'Reykjavik ISL',
      '6',
      'Jul 23, 1972',
      '2785 – 2660',
    ]) {
      await about.getByText(text, { exact: true }).waitFor();
    }
    await page.locator('.status', { hasText: 'Fischer, Robert James wins' }).waitFor();
    expect(await page.getByText('resigned').count()).toBe(0);
    await page.keyboard.press('Escape');
    await about.getByRole('link', { name: 'Analysis board' }).click();
    await page.getByText('Black is ready for d5.').first().waitFor();
    await expect.poll(async () => (await moves(page)).join(' ')).toContain('f5');
  });

  test('names of any kind stay text and break nothing', async () => {
    await bring({ name: 'odd.pgn', buffer: Buffer.from(HOSTILE.map(named).join('\n')) });
    await page.getByText('4 games were imported.').waitFor();
    await found('Odd names');
    await expect.poll(async () => (await whites()).length).toBe(4);
    expect([...(await whites())].sort()).toEqual(expect.arrayContaining([HOSTILE[0], HOSTILE[1]]));
    expect(await page.locator('tbody b').count()).toBe(0);
    const wide = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide()).toBeLessThanOrEqual(0);
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    const long = page.locator('tbody tr', { hasText: 'LongLong' });
    expect(await long.locator('td.white bdi').getAttribute('title')).toMatch(/^(Long)+/);
    await act(page, 'LongLong', 'Open');
    await page.getByText('You are watching').waitFor();
    expect(await wide()).toBeLessThanOrEqual(0);
  });

  test('the same file twice is recognized, and files come compressed and in any encoding', async () => {
    const games = generated(3, 'Compressed');
    const files = [
      { name: 'plain.pgn', buffer: Buffer.from(games) },
      { name: 'packed.pgn.gz', buffer: gzipSync(games) },
      { name: 'windows.pgn', buffer: Buffer.from(`\ufeff${games}`, 'utf16le') },
    ];
    await bring(...files);
    await page.getByText('3 games were imported.').waitFor();
    await page.getByText('6 games were already in the library.').waitFor();
    await found('Compressed');
    await expect.poll(async () => (await whites()).length).toBe(3);
  });

  test('errors are listed with game, line and column', async () => {
    const text = '[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n[Variant "Atomic"]\n\n1. e4 *\n';
    await bring({ name: 'faulty.pgn', buffer: Buffer.from(text) });
    await page.getByText('1 game was imported.').waitFor();
    await page.getByText('1 game could not be read.').waitFor();
    const errors = page.locator('dialog ul.error li');
    await expect.poll(() => errors.count()).toBe(2);
    expect(await errors.nth(0).innerText()).toMatch(/^Game 1, line 3, column 13: .*Ke3/);
    expect(await errors.nth(0).innerText()).toContain(
      'What could be read of the game was imported.',
    );
    expect(await errors.nth(1).innerText()).toMatch(/^Game 2, line \d/);
    expect(await errors.nth(1).innerText()).toContain('The game was skipped.');
  });

  test('errors are listed in the language of the reader', async () => {
    const settings = (name: string) => page.getByRole('button', { name });
    const choose = async (button: string, language: string): Promise<void> => {
      await page.goto(running.origin);
      await settings(button).click();
      await page.getByText(language, { exact: true }).click();
    };
    await choose('Settings', 'Deutsch');
    await page.goto(`${running.origin}/library`);
    await page.getByRole('button', { name: 'Importieren', exact: true }).click();
    const text = '[White "C"]\n\n1. e4 e5 2. Ke3 *\n\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*\n';
    const file = { name: 'fehlerhaft.pgn', buffer: Buffer.from(text) };
    await page
      .locator('input[type="file"]')
      .setInputFiles({ ...file, mimeType: 'application/octet-stream' });
    const errors = page.locator('dialog ul.error li');
    await expect.poll(() => errors.count()).toBe(2);
    expect(await errors.nth(0).innerText()).toBe(
      'Partie 1, Zeile 3, Spalte 13: Ke3 ist hier nicht möglich. ' +
        'Was von der Partie lesbar war, wurde importiert.',
    );
    expect(await errors.nth(1).innerText()).toContain(
      'Weiß hat keinen König; jede Seite braucht genau einen.',
    );
    await choose('Einstellungen', 'English');
  });

  test('an import shows its progress, can be canceled, and goes on where it was', async () => {
    const before = await total();
    const count = 3000;
    const large = { name: 'large.pgn', buffer: Buffer.from(generated(count, 'Large')) };
    // A slow line: the server reads as the file comes, and there is time to change one's mind.
    const line = await page.context().newCDPSession(page);
    const upload = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await line.send('Network.enable');
    await open();
    await upload(40_000);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ ...large, mimeType: 'application/octet-stream' });
    await page.getByRole('progressbar', { name: 'large.pgn' }).waitFor();
    // Closing asks first, also when it is asked twice.
    await page.keyboard.press('Escape');
    await page.getByText('Cancel the import?').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep importing' }).click();
    await page.getByText(/[1-9][\d,]* games so far/).waitFor();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await page.getByText('Import canceled').waitFor();
    await upload(-1);
    const kept = (await total()) - before;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(count);
    const [added, there] = [count - kept, kept].map((games) => games.toLocaleString('en'));
    await page.getByText(`Import canceled after ${there} games. Import the same file`).waitFor();

    await bring(large);
    await page.getByText(`${added} games were imported.`).waitFor({ timeout: 60_000 });
    await page.getByText(`${there} games were already in the library.`).waitFor();
    expect(await total()).toBe(before + count);
  });

  // req: C3
  test('the games of a file are together, in its order, and an undated one has no date', async () => {
    const file = [
      ['2024.05.01', 'Late'],
      ['????.??.??', 'Undated'],
      ['1851.06.21', 'Early'],
    ].map(([date, white]) => `[Date "${date}"]\n[White "${white}"]\n[Black "X"]\n\n1. e4 *\n`);
    await bring({ name: 'dates.pgn', buffer: Buffer.from(file.join('\n')) });
    await page.getByText('3 games were imported.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect
      .poll(async () => (await whites()).slice(0, 3))
      .toEqual(['Late', 'Undated', 'Early']);
    const dates = await page.locator('tbody td.date').allInnerTexts();
    expect(dates.slice(0, 3)).toEqual(['May 1, 2024', '', 'Jun 21, 1851']);
    await press(page, row('Early').locator('td.white'));
    const details = page.locator('.details');
    await details.getByText('Last activity', { exact: true }).waitFor();
    expect(await details.getByText('1970').count()).toBe(0);
  });
});
