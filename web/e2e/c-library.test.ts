import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { move, moves, plies } from './board';
import { Running } from './harness';

const GAMES = `[White "Zoe"]
[Black "Ali"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Mia"]
[Black "Noor"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`;

let running: Running;
let page: Page;
beforeAll(async () => {
  running = await Running.start();
  page = await running.visitor();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

async function names(): Promise<string[]> {
  return page.locator('tbody td.name:nth-child(3)').allTextContents();
}

async function bring(text: string): Promise<void> {
  await page.goto(`${running.origin}/library`);
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
}

// Protects: C3, B2
test('games are imported, sorted, searched, filtered and opened', async () => {
  await bring(GAMES);
  await page.getByText('2 games were imported.').waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'White', exact: true }).click();
  await expect.poll(names).toEqual(['Mia', 'Zoe']);
  await page.getByRole('button', { name: 'White', exact: true }).click();
  await expect.poll(names).toEqual(['Zoe', 'Mia']);
  await page.getByLabel('Search by name').fill('noor');
  await expect.poll(names).toEqual(['Mia']);
  await page.getByLabel('Search by name').fill('');
  await page.getByLabel('Winner').selectOption('White');
  await expect.poll(names).toEqual(['Zoe']);
  await page.getByRole('link', { name: 'Open' }).click();
  await page.getByText('You are watching').waitFor();
  expect((await moves(page)).at(-1)).toBe('Qxf7#');
});

// Protects: B2, C5
test('what cannot be imported is said, and what can be is kept', async () => {
  await bring('this is no game');
  await page.getByRole('alert').or(page.locator('dialog .fault li')).first().waitFor();
  await bring(`${GAMES}\n[White "Bad"]\n\n1. e4 e9 *\n`);
  await page
    .locator('dialog')
    .getByText(/imported|Game \d/)
    .first()
    .waitFor();
});

// Protects: B2
test('a file of ten megabytes is refused before it is sent', async () => {
  await page.goto(`${running.origin}/library`);
  await page.getByRole('button', { name: 'Import' }).click();
  const file = { name: 'big.pgn', mimeType: 'text/plain', buffer: Buffer.alloc(10 << 20, 0x20) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByText('The file has 10.0 MB').waitFor();
});

// Protects: C3
test('a game is deleted and brought back', async () => {
  await page.goto(`${running.origin}/library`);
  await page.getByRole('checkbox', { name: 'Select Zoe – Ali' }).first().check();
  const before = (await names()).length;
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('One game was deleted.').waitFor();
  await expect.poll(async () => (await names()).length).toBe(before - 1);
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect.poll(async () => (await names()).length).toBe(before);
});

// Protects: C5
test('a selection is taken away as PGN and as a club file', async () => {
  await page.goto(`${running.origin}/library`);
  await page.getByRole('checkbox', { name: 'Select Zoe – Ali' }).first().check();
  for (const [name, holds] of [
    ['PGN', '[White "Zoe"]'],
    ['Club file', '"player_one"'],
  ] as const) {
    const address = await page.getByRole('link', { name }).getAttribute('href');
    const answer = await page.request.get(`${running.origin}${address}`);
    expect(await answer.text()).toContain(holds);
  }
});

// Protects: C2, C7
test('a game that was begun elsewhere is continued here', async () => {
  const other = await running.visitor();
  await other.goto(running.origin);
  await other.getByRole('button', { name: 'Two at this screen' }).click();
  await other.getByLabel('White’s name').fill('Ines');
  await other.getByLabel('Black’s name').fill('Jo');
  await other.getByRole('button', { name: 'Start game' }).click();
  await other.waitForSelector('[data-square="e2"]');
  await move(other, 'e2', 'e4');
  await plies(other, 1);
  await other.context().close();
  await page.goto(`${running.origin}/library`);
  await page.getByLabel('Search by name').fill('Ines');
  await page.getByRole('button', { name: 'Continue' }).click();
  await plies(page, 1);
  await move(page, 'e7', 'e5');
  await plies(page, 2);
});
