/** Has an independent script check pairings and standings. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Evening } from './evening';

const SCRIPT = fileURLToPath(new URL('check.py', import.meta.url));
const PYTHON = process.env['TABIYA_PYTHON'] ?? 'python3';

interface Line {
  readonly place: number;
  readonly name: string;
  readonly points: string;
  readonly tie_breaks: readonly string[];
}

/** Checks the pairings so far; at the end also the standings on the organizer's screen. */
export async function check(evening: Evening, standings: readonly Line[] | null): Promise<void> {
  const trf = await (await evening.organizer.request.get(evening.api('/trf'))).text();
  const input = JSON.stringify({ trf, standings });
  const { status, stderr, error } = spawnSync(PYTHON, [SCRIPT], { input, encoding: 'utf8' });
  expect(error, `${PYTHON} can be run`).toBeUndefined();
  expect(status, `${stderr}\n${trf}`).toBe(0);
}

/** The standings as they are on the screen, without the columns of groups and ratings. */
export async function readStandings(page: Page, tieBreaks: number): Promise<Line[]> {
  const rows = page.getByRole('region', { name: 'Standings' }).locator('tbody tr');
  return rows.evaluateAll(
    (rows, tieBreaks) =>
      rows.map((row) => {
        const cells = [...row.children].map((cell) => (cell as HTMLElement).innerText.trim());
        const numbers = cells.slice(cells.length - tieBreaks - 1);
        return {
          place: Number(cells[0]),
          name: (cells[1] ?? '').replace(' (withdrawn)', ''),
          points: numbers[0] ?? '',
          tie_breaks: numbers.slice(1),
        };
      }),
    tieBreaks,
  );
}
