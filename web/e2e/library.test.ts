import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { move, moves, plies, press } from './board';
import { startPassAndPlay, SCREENS } from './club';
import { Running } from './harness';
import { act, openFilters, rowOf } from './libraryTable';

const GAMES = `[White "Zoe"]
[Black "Ali"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Mia"]
[Black "Noor"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Result "*"]

1. c4 *
`;

/** Many short games, each with a White of its own. */
const COUNT = 130;
const MANY = Array.from(
  { length: COUNT },
  (_, index) => `[White "Round ${String(index).padStart(3, '0')}"]\n[Black "Bo"]\n\n1. e4 *\n`,
).join('\n');

describe.each(SCREENS)('on %s', (_, size, touch) => {
  let running: Running;
  let page: Page;
  beforeAll(async () => {
    running = await Running.start();
    page = await running.visitor(size, touch);
    await bring(GAMES);
    await page.getByText('3 games were imported.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
  });
  afterAll(async () => {
    await running.stop();
    expect(running.complaints).toEqual([]);
  });

  /** What the games have in a column, one after the other. */
  const cells = (column: string): Promise<string[]> =>
    page.locator(`tbody td.${column}`).allInnerTexts();
  const whites = (): Promise<string[]> => page.locator('tbody td.white bdi').allTextContents();
  const tool = (name: string) => page.locator('.tools').getByRole('button', { name });
  /** Opens the library, and waits until its page listens to keys and dropped files. */
  const library = async (): Promise<void> => {
    await page.goto(`${running.origin}/library`);
    await page.getByRole('button', { name: 'Import' }).waitFor();
  };
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  });

  async function bring(text: string): Promise<void> {
    await library();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  }

  /** What a link of the page would save. */
  async function taken(name: string): Promise<string> {
    const address = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    const answer = await page.request.get(`${running.origin}${address}`);
    expect(answer.status()).toBe(200);
    return answer.text();
  }

  // req: C3
  test('every column is sorted both ways', async () => {
    await library();
    await rowOf(page, 'Zoe').waitFor();
    await openFilters(page);
    const menu = page.getByLabel('Sort by');
    const direction = page.getByRole('button', { name: 'reverse order' });
    for (const [column, name] of [
      ['white', 'White'],
      ['black', 'Black'],
      ['result', 'Result'],
      ['moves', 'Moves'],
      ['date', 'Last activity'],
      ['date', 'Date'],
      ['opening', 'Opening'],
      ['event', 'Event'],
      ['event', 'Site'],
      ['event', 'Round'],
      ['white', 'White’s rating'],
      ['black', 'Black’s rating'],
      ['result', 'Status'],
      ['white', 'ID'],
    ] as const) {
      await menu.selectOption(name);
      const orders: Record<string, string[]> = {};
      for (let turn = 0; turn < 2; turn += 1) {
        const answered = page.waitForResponse('**/api/games?*');
        await direction.click();
        await answered;
        await page.locator('.sheet[aria-busy="false"]').waitFor();
        const label = (await direction.getAttribute('aria-label')) ?? '';
        orders[label.split(' ')[0] ?? ''] = await cells(column);
      }
      const { Ascending: up = [], Descending: down = [] } = orders;
      expect(up.length, name).toBeGreaterThan(2);
      // Games without a value come last both ways.
      const isBlank = (cell: string): boolean =>
        cell === '' || (cell === 'Unknown' && (name === 'White' || name === 'Black'));
      const values = up.filter((cell) => !isBlank(cell));
      const blanks = up.filter(isBlank);
      expect(up, name).toEqual([...values, ...blanks]);
      expect(down, name).toEqual([...values.reverse(), ...blanks]);
    }
  });

  // req: C3, B2
  test('games are searched, filtered and opened, and nobody is called nameless', async () => {
    await library();
    await openFilters(page);
    await page.getByLabel('Search', { exact: true }).fill('noor');
    await expect.poll(whites).toEqual(['Mia']);
    await page.getByLabel('Search', { exact: true }).fill('nobody of this name');
    await page.getByText('No games found').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(() => page.getByLabel('Search', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Status').selectOption('Unfinished');
    await expect.poll(whites).toEqual(['Unknown']);
    await expect.poll(() => cells('result')).toEqual(['No result']);
    await page.getByLabel('Status').selectOption('All');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('White');
    await expect.poll(whites).toEqual(['Zoe']);
    await act(page, 'Zoe', 'Open');
    await page.getByText('Zoe wins by checkmate').first().waitFor();
    // What is over is not watched.
    expect(await page.getByText('You are watching').count()).toBe(0);
    await expect.poll(async () => (await moves(page)).at(-1)).toBe('Qxf7#');
  });

  // req: C3
  test('deleted games are restored at once or later', async () => {
    await library();
    await page.getByRole('checkbox', { name: 'Select Zoe vs Ali' }).check();
    await tool('Delete').click();
    await page.getByText('1 game deleted').waitFor();
    await expect.poll(async () => (await whites()).includes('Zoe')).toBe(false);
    await page.locator('.notices').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 game restored').waitFor();
    await expect.poll(async () => (await whites()).includes('Zoe')).toBe(true);

    await page.getByRole('checkbox', { name: 'Select Mia vs Noor' }).check();
    await tool('Delete').click();
    await page.getByText('1 game deleted').waitFor();
    await library();
    await openFilters(page);
    await page.getByLabel(/^Games All/).selectOption('Deleted');
    await expect.poll(whites).toEqual(['Mia']);
    await page.getByRole('checkbox', { name: 'Select Mia vs Noor' }).check();
    await tool('Restore').click();
    await page.getByText('No deleted games').waitFor();
    await page.getByLabel(/^Games All/).selectOption('All games');
    await expect.poll(async () => (await whites()).includes('Mia')).toBe(true);
  });

  // req: C5
  test('a selection is exported as PGN, as a club file and as JSON', async () => {
    await library();
    await page.getByRole('checkbox', { name: 'Select Zoe vs Ali' }).check();
    expect(await taken('PGN')).toContain('[White "Zoe"]');
    expect(await taken('PGN')).not.toContain('[White "Mia"]');
    expect(await taken('Club file')).toContain('"player_one"');
    expect(JSON.parse(await taken('JSON'))).toHaveProperty('games.0.seats.white.name', 'Zoe');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await openFilters(page);
    await page.getByRole('combobox', { name: 'Result' }).selectOption('Draw');
    await expect.poll(whites).toEqual(['Mia']);
    expect(await taken('PGN')).toContain('[White "Mia"]');
    expect(await taken('PGN')).not.toContain('[White "Zoe"]');
  });

  // req: C5
  test('a club file is imported by the file dialog, and a damaged entry is listed', async () => {
    await library();
    const club = JSON.parse(await taken('Club file')) as { games: unknown[] };
    club.games.push({ id: 9, player_one: 'Damaged' });
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('input[type="file"]').setInputFiles(file('club.json', JSON.stringify(club)));
    await page.getByText('3 games were imported.').waitFor();
    await page.getByText('1 game could not be read.').waitFor();
    await page.locator('dialog ul.error').getByText('Game 4').waitFor();
  });

  // req: C5
  test('a file is dropped on the page', async () => {
    await library();
    const transfer = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      const text = '[White "Dropped"]\n[Black "Jürgen"]\n\n1. e4 *\n';
      dropped.items.add(new File([text], 'dropped.pgn'));
      return dropped;
    });
    await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop files to import their games').waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
    await page.getByText('1 game was imported.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await rowOf(page, 'Jürgen').waitFor();
  });

  // req: B2, C5
  test('what cannot be imported shows an error, and the rest is imported', async () => {
    await bring('this is no game');
    await page.getByText('1 game could not be read.').waitFor();
    await page.locator('dialog ul.error').getByText('The game was skipped.').waitFor();
    await bring('{ "no": "club file" }');
    await page.locator('dialog .error .reason').waitFor();
    await bring(`[White "Good"]\n\n1. e4 *\n\n[White "Bad"]\n\n1. e4 e9 *\n`);
    await page.getByText('2 games were imported.').waitFor();
    await page.locator('dialog ul.error').getByText('Game 2, line 7, column 7').waitFor();
    await page.getByText('What could be read of the game was imported.').waitFor();
    await library();
    await rowOf(page, 'Good').waitFor();
    await rowOf(page, 'Bad').waitFor();
  });

  // req: C2, C7
  test('a game that was begun elsewhere is continued here', async () => {
    const other = await running.visitor(size, touch);
    await startPassAndPlay(other, running.origin, ['Ines', 'Jo']);
    await move(other, 'e2', 'e4');
    await plies(other, 1);
    await other.context().close();
    await library();
    await page.getByLabel('Search', { exact: true }).fill('Ines');
    await expect.poll(whites).toEqual(['Ines']);
    await act(page, 'Ines', 'Continue');
    await plies(page, 1);
    await move(page, 'e7', 'e5');
    await plies(page, 2);
  });

  /** Imports many games and lists them by name. */
  async function listMany(): Promise<void> {
    await library();
    await page.request.post(`${running.origin}/api/import`, { data: MANY });
    await page.goto(`${running.origin}/library?search=Round&sort=white`);
    await page.getByText(`${COUNT} games`).waitFor();
    await rowOf(page, 'Round 000').waitFor();
  }
  const scrollTo = (top: number): Promise<void> =>
    page.evaluate((top) => window.scrollTo(0, top), top);
  const scrolled = (): Promise<number> => page.evaluate(() => scrollY);
  /** Follows the link to the library without scrolling to it, as by keyboard or at the bottom. */
  const openAgain = (): Promise<void> =>
    page.evaluate(() => {
      const link = document.querySelector<HTMLElement>('nav a[href="/library"]');
      requestAnimationFrame(() => requestAnimationFrame(() => link?.click()));
    });
  const selected = (): Promise<string[]> =>
    page.locator('tbody tr[aria-selected="true"] td.white bdi').allTextContents();
  const counted = (text: string): Promise<void> =>
    page.locator('.count', { hasText: text }).waitFor();
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.querySelector('td.white bdi')?.textContent ?? null);

  // req: C3, C5
  test('the rows in the window are drawn, and the selection is kept beyond them', async () => {
    await listMany();
    expect(await page.locator('tbody tr').count()).toBeLessThan(60);
    await page.getByRole('checkbox', { name: 'Select Round 000 vs Bo' }).check();
    await scrollTo(1e6);
    await rowOf(page, `Round ${COUNT - 1}`).waitFor();
    await page.getByRole('checkbox', { name: `Select Round ${COUNT - 1} vs Bo` }).check();
    await counted('2 selected');
    const pgn = await taken('PGN');
    expect(pgn.match(/\[White "Round \d+"\]/g)).toEqual([
      '[White "Round 000"]',
      `[White "Round ${COUNT - 1}"]`,
    ]);
    await scrollTo(0);
    const first = page.getByRole('checkbox', { name: 'Select Round 000 vs Bo' });
    await expect.poll(() => first.isChecked()).toBe(true);
  });

  // req: C3
  test('a range is selected by Shift and a click, also over rows that were never loaded', async () => {
    await listMany();
    await page.getByRole('checkbox', { name: 'Select Round 001 vs Bo' }).click();
    await page
      .getByRole('checkbox', { name: 'Select Round 004 vs Bo' })
      .click({ modifiers: ['Shift'] });
    await counted('4 selected');
    expect(await selected()).toEqual(['Round 001', 'Round 002', 'Round 003', 'Round 004']);
    await scrollTo(1e6);
    await rowOf(page, `Round ${COUNT - 1}`)
      .locator('td.white')
      .click({ modifiers: ['Shift'] });
    // From the last click without Shift.
    await counted(`${COUNT - 1} selected`);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await counted(`${COUNT} games`);
  });

  // req: C3, B6
  test('a few keys lead to the games', async () => {
    await listMany();
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Skip to the games');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Round 000');
  });

  // req: C3, B6
  test('the keys of a grid go through the games and select them', async () => {
    await listMany();
    await page.locator('tbody tr').first().focus();
    const keys = async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keys('ArrowDown', 'ArrowDown', 'ArrowUp');
    await expect.poll(focused).toBe('Round 001');
    await keys('Space');
    await counted('1 selected');
    await keys('ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp');
    await counted('3 selected');
    expect(await selected()).toEqual(['Round 001', 'Round 003', 'Round 004']);
    await keys('Escape');
    await counted(`${COUNT} games`);
    await keys('Control+a');
    await counted(`${COUNT} selected`);
    await keys('Space');
    await counted(`${COUNT - 1} selected`);
    await keys('Escape', 'End');
    await expect.poll(focused).toBe(`Round ${COUNT - 1}`);
    await keys('Home');
    await expect.poll(focused).toBe('Round 000');
    expect(await page.locator('tbody tr[tabindex="0"]').count()).toBe(1);
    await keys('Shift+F10');
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    // That of the scroll to the first row may come so late.
    await page.evaluate(() => dispatchEvent(new Event('scroll')));
    await keys('ArrowDown');
    expect(await page.getByRole('menuitem', { name: 'Open' }).isVisible()).toBe(true);
    await keys('Escape');
    await expect.poll(focused).toBe('Round 000');
    await keys('Enter');
    await page.getByText('You are watching').waitFor();
  });

  // req: C3
  test('the menu of a game copies and deletes it', async () => {
    await listMany();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await act(page, 'Round 002', 'Copy PGN');
    await page.getByText('Copied').waitFor();
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('[White "Round 002"]');
    await act(page, 'Round 002', 'Copy link');
    await expect.poll(copied).toMatch(/\/g\/\w+$/);
    await act(page, 'Round 002', 'Delete');
    await page.getByText('1 game deleted').waitFor();
    await counted(`${COUNT - 1} games`);
    await page.locator('.notices').getByRole('button', { name: 'Restore' }).click();
    await counted(`${COUNT} games`);
  });

  // req: C3
  test('the details show the last position, the id and the tags, and the id is found', async () => {
    await library();
    await page.getByLabel('Search', { exact: true }).fill('Zoe');
    // The id of another game may have these letters too.
    await expect.poll(async () => (await whites()).length).toBeLessThan(5);
    await press(page, rowOf(page, 'Zoe').locator('td.white'));
    const details = touch
      ? page.getByRole('dialog', { name: 'Game details' })
      : page.getByRole('region', { name: 'Game details' });
    await details.getByText('Zoe wins').waitFor();
    await details.getByRole('img', { name: 'Final position' }).waitFor();
    // One pawn was captured.
    await expect.poll(() => details.locator('cg-board piece').count()).toBe(31);
    await details.getByText('PGN tags').click();
    await details.getByText('Result', { exact: true }).waitFor();
    const id = await details.locator('code').innerText();
    expect(await rowOf(page, 'Zoe').innerText()).not.toContain(id);
    await page.keyboard.press('Escape');
    await page.getByLabel('Search', { exact: true }).fill(id);
    await expect.poll(() => page.url()).toContain(id);
    await expect.poll(whites).toEqual(['Zoe']);
  });

  // req: C3, B6
  test('the details are reached by keys where they are not beside the table', async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await listMany();
    await page.locator('tbody tr').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Round 001');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Open' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.textContent ?? null);
    await expect.poll(chosen).toBe('Game details');
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Game details' });
    await details.getByText('Round 001').waitFor();
    await details.getByTitle('Copy ID').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Round 001');
    await page.setViewportSize(size);
  });

  // req: C3
  test('details that are closed before their game has come leave no error', async () => {
    await page.setViewportSize({ width: 650, height: 800 });
    await library();
    // Other games may have pushed it out of the window.
    await page.getByLabel('Search', { exact: true }).fill('Zoe');
    let isAsked = false;
    let goOn = (): void => undefined;
    const closed = new Promise<void>((resolve) => (goOn = resolve));
    const games = /\/api\/games\/\w+$/;
    await page.route(games, async (route) => {
      isAsked = true;
      await closed;
      await route.continue();
    });
    await press(page, rowOf(page, 'Zoe').locator('td.white'));
    await expect.poll(() => isAsked).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const answered = page.waitForResponse(games);
    goOn();
    await (await answered).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.unroute(games);
    await page.setViewportSize(size);
    expect(running.complaints).toEqual([]);
  });

  // req: C3
  test.skipIf(touch)('a double click opens the game, at every width', async () => {
    for (const width of [900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await listMany();
      // As slow as some systems allow.
      await rowOf(page, 'Round 002').locator('td.white').dblclick({ delay: 300 });
      await page.getByText('You are watching').waitFor();
      await page.getByText('Round 002').first().waitFor();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    await page.setViewportSize(size);
  });

  // req: C3
  test('going back from a game finds the same place, order and selection', async () => {
    await listMany();
    await scrollTo(2500);
    await expect.poll(scrolled).toBeGreaterThan(2000);
    const middle = page.locator('tbody tr').nth(11).locator('td.white bdi');
    // Other rows are drawn a moment after the scroll.
    await expect
      .poll(async () => {
        const before = await middle.innerText();
        await page.waitForTimeout(200);
        return (await middle.innerText()) === before;
      })
      .toBe(true);
    const name = await middle.innerText();
    await page.getByRole('checkbox', { name: `Select ${name} vs Bo` }).check();
    const top = await scrolled();
    expect(top).toBeGreaterThan(2000);
    await act(page, name, 'Open');
    await page.getByText('You are watching').waitFor();
    await page.goBack();
    await expect.poll(scrolled).toBe(top);
    await expect.poll(selected).toEqual([name]);
    await expect.poll(focused).toBe(name);
    expect(page.url()).toContain('search=Round&sort=white');
    // Another way in begins at the top, with all games.
    await openAgain();
    await expect.poll(scrolled).toBe(0);
    await counted('games');
    await page.goBack();
    await expect.poll(scrolled).toBeGreaterThan(2000);
    await page.reload();
    await expect.poll(scrolled).toBeGreaterThan(2000);
  });

  // req: C3
  test('a place that was left at once is found again', async () => {
    await listMany();
    await scrollTo(2500);
    await openAgain();
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect.poll(scrolled).toBeGreaterThan(2000);
  });

  // req: C3
  test('many games are deleted after a question, and restored', async () => {
    await listMany();
    await page.getByRole('checkbox', { name: 'Select all games found' }).check();
    await tool('Delete').click();
    const question = page.getByRole('dialog', { name: `Delete ${COUNT} games?` });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${COUNT} games deleted`).waitFor({ timeout: 60_000 });
    await page.getByText('No games found').waitFor();
    await page.locator('.notices').getByRole('button', { name: 'Restore' }).click();
    await page.getByText(`${COUNT} games restored`).waitFor({ timeout: 60_000 });
    await counted(`${COUNT} games`);
  });
});
