/** The table of the library as a person uses it. */
import type { Locator, Page } from 'playwright-core';

import { press } from './board';

/** The first game in the table with these words. */
export function rowOf(page: Page, words: string): Locator {
  return page.locator('tbody tr', { hasText: words }).first();
}

/** Chooses from the menu of a game. */
export async function act(page: Page, words: string, action: string): Promise<void> {
  await press(page, rowOf(page, words).getByRole('button', { name: /^Actions: / }));
  await press(page, page.getByRole('menuitem', { name: action, exact: true }));
}

/** Shows the filters, which are folded away on a phone. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Filter and sort' });
  // Both are drawn at once.
  await page.getByRole('searchbox').first().waitFor();
  if (await button.isVisible()) await press(page, button);
}
