/** Endgame tables on the analysis board. */
import { fileURLToPath } from 'node:url';

import { describe, expect } from 'vitest';

import { move, square } from './board';
import { onBothScreens, runningApp } from './harness';

const TABLES = fileURLToPath(new URL('../../testdata/syzygy', import.meta.url));

// req: B8
describe('with endgame tables', () => {
  const app = runningApp('--tables', TABLES);

  onBothScreens(app, 'every position is told with its moves', async (page, origin) => {
    const fen = '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1';
    await page.goto(`${origin}/analysis?${new URLSearchParams({ fen }).toString()}`);
    const table = page.getByRole('region', { name: 'Tablebase' });
    await table.getByText('White wins').waitFor();
    await table.getByText('Capture, pawn move or mate within 3 half-moves').waitFor();
    await expect.poll(() => table.locator('dd').allTextContents()).toEqual(['Kd6 Kf6', 'Kd5 Kf5']);
    await expect.poll(() => square(page, 'e6')).toContain('can move');
    await move(page, 'e6', 'd5');
    await table.getByText('Draw', { exact: true }).waitFor();
  });
});
