/** Engines of others, which the server was told about when it was started. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { move, moves, openOptions, plies, status } from './board';
import { runningApp } from './harness';

/** A few lines of shell that speak UCI and know one move. */
const PARROT = `while read word rest; do case $word in
  uci) echo id name Parrot; echo uciok;;
  isready) echo readyok;;
  go) echo bestmove e7e5;;
  quit) exit;;
esac; done
`;
const script = join(mkdtempSync(join(tmpdir(), 'tabiya-parrot-')), 'parrot.sh');
writeFileSync(script, PARROT);

const app = runningApp('--engine', `Parrot=/bin/sh ${script}`);

// req: A1
test('an external engine can be chosen and plays, and its errors are shown', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await openOptions(page);
  await page.getByText('Other engine').click();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Engine' }).inputValue())
    .toBe('Parrot');
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await expect.poll(() => moves(page)).toEqual(['e4', 'e5']);

  await move(page, 'd2', 'd4');
  await status(page, 'Parrot crashed. Take back a move to retry.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await status(page, 'Your move (White) · move 2');
  await move(page, 'd2', 'd4');
  await plies(page, 3);

  await app().kill();
  await app().revive([]);
  await status(page, 'Parrot is no longer on this server. Take back a move or start a new game.');
  await page.keyboard.press('r');
  await page.getByRole('radio', { name: 'Easy' }).waitFor();
  await expect.poll(() => page.getByText('Other engine').count()).toBe(0);
  await expect.poll(() => page.getByRole('radio', { name: 'Easy' }).isChecked()).toBe(true);
});
