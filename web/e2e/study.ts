/** The study on an analysis board as a person sees it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { move, moves, square } from './board';

/** Opens an analysis board. */
export async function openAnalysis(page: Page, origin: string, path = '/analysis'): Promise<void> {
  await page.goto(origin + path);
  await expect.poll(() => square(page, 'e1')).toContain('white king');
}

/** Plays a move that is not on the board yet. */
export async function play(page: Page, from: string, to: string): Promise<void> {
  const before = (await moves(page)).length;
  await expect.poll(() => square(page, from)).toContain('can move');
  await move(page, from, to);
  await expect.poll(async () => (await moves(page)).length).toBe(before + 1);
}

export const saveState = (page: Page): Promise<string | null> =>
  page.locator('[data-state]').first().getAttribute('data-state');

/** Waits until everything is said to be saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator('.state[data-state="saved"]', { hasText: 'Saved' }).waitFor();
}

export async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Comment').fill(text);
}

export const title = (page: Page): Promise<string> =>
  page.getByLabel('Name of the study').inputValue();
export const alert = (page: Page, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).waitFor();
