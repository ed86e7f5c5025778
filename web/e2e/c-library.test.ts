import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { moves } from './board';
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
