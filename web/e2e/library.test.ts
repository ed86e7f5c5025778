import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { move, moves, plies } from './board';
import { startPassAndPlay, SCREENS } from './club';
import { Running } from './harness';

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
const MANY = Array.from(
  { length: 30 },
  (_, index) => `[White "Round ${String(index).padStart(2, '0')}"]\n[Black "Bo"]\n\n1. e4 *\n`,
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
  const library = (): Promise<unknown> => page.goto(`${running.origin}/library`);
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
    await page.getByText('Zoe').waitFor();
    const menu = page.getByLabel('Sort by');
    const direction = page.getByRole('button', { name: 'reverse order' });
    for (const [column, name] of [
      ['white', 'White'],
      ['black', 'Black'],
      ['result', 'Result'],
      ['moves', 'Moves'],
      ['date', 'Last played'],
      ['date', 'Date'],
      ['opening', 'Opening'],
      ['event', 'Event'],
      ['event', 'Site'],
      ['event', 'Round'],
      ['white', 'White’s rating'],
      ['black', 'Black’s rating'],
      ['result', 'Status'],
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
      expect(up, name).toEqual([...down].reverse());
    }
  });

  // req: C3, B2
  test('games are searched, filtered and opened, and nobody is called nameless', async () => {
    await library();
    await page.getByLabel('Search', { exact: true }).fill('noor');
    await expect.poll(whites).toEqual(['Mia']);
    await page.getByLabel('Search', { exact: true }).fill('nobody of this name');
    await page.getByText('No games found').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('');
    await page.getByLabel('Status').selectOption('In progress');
    await expect.poll(whites).toEqual(['Player']);
    await page.getByLabel('Status').selectOption('All');
    await page.getByLabel('Winner').selectOption('White');
    await expect.poll(whites).toEqual(['Zoe']);
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByText('You are watching').waitFor();
    await expect.poll(async () => (await moves(page)).at(-1)).toBe('Qxf7#');
  });

  // req: C3
  test('deleted games are restored at once or later', async () => {
    await library();
    await page.getByRole('checkbox', { name: 'Select Zoe vs Ali' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 game deleted').waitFor();
    await expect.poll(async () => (await whites()).includes('Zoe')).toBe(false);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('1 game restored').waitFor();
    await expect.poll(async () => (await whites()).includes('Zoe')).toBe(true);

    await page.getByRole('checkbox', { name: 'Select Mia vs Noor' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 game deleted').waitFor();
    await library();
    await page.getByLabel(/^Games All/).selectOption('Deleted');
    await expect.poll(whites).toEqual(['Mia']);
    await page.getByRole('checkbox', { name: 'Select Mia vs Noor' }).check();
    await page.getByRole('button', { name: 'Restore' }).click();
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
    await page.getByLabel('Winner').selectOption('Draw');
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
    await page.getByText('Jürgen').waitFor();
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
    await page.getByText('The rest of the game was imported.').waitFor();
    await library();
    await page.getByText('Good').waitFor();
    await page.getByText('Bad').waitFor();
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
    await page.getByRole('button', { name: 'Continue' }).click();
    await plies(page, 1);
    await move(page, 'e7', 'e5');
    await plies(page, 2);
  });

  // req: C3, C5
  test('the selection is kept on other pages', async () => {
    await bring(MANY);
    await page.getByText('30 games were imported.').waitFor();
    await library();
    await page.getByLabel('Search', { exact: true }).fill('Round');
    await page.getByText('1–25 of 30').waitFor();
    await page.getByLabel('Sort by').selectOption('White');
    await expect.poll(async () => (await whites())[0]).toBe('Round 00');
    await page.getByRole('checkbox', { name: 'Select Round 00 vs Bo' }).check();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('26–30 of 30').waitFor();
    await page.getByRole('checkbox', { name: 'Select Round 29 vs Bo' }).check();
    await page.getByText('2 selected').waitFor();
    const pgn = await taken('PGN');
    expect(pgn.match(/\[White "Round \d\d"\]/g)).toEqual([
      '[White "Round 00"]',
      '[White "Round 29"]',
    ]);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText('1–25 of 30').waitFor();
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Select Round 00 vs Bo' }).isChecked())
      .toBe(true);
  });
});
