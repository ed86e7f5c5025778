/** The board as a person sees and touches it. */
import type { Page } from 'playwright-core';

/** Where a square is on the screen. */
async function center(page: Page, square: string): Promise<{ x: number; y: number }> {
  const cell = page.locator(`[data-square="${square}"]`);
  const box = await cell.boundingBox();
  if (box === null) throw new Error(`the square ${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function click(page: Page, square: string): Promise<void> {
  const { x, y } = await center(page, square);
  await page.mouse.click(x, y);
}

/** Moves by two clicks. */
export async function move(page: Page, from: string, to: string): Promise<void> {
  await click(page, from);
  await click(page, to);
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await center(page, from), await center(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** What a screen reader hears of a square. */
export async function square(page: Page, name: string): Promise<string> {
  return (await page.locator(`[data-square="${name}"]`).getAttribute('aria-label')) ?? '';
}

/** The moves in the list. */
export async function moves(page: Page): Promise<string[]> {
  return page.locator('button.move').allTextContents();
}

/** Waits until so many half-moves were played. */
export async function plies(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('button.move').length === wanted,
    count,
    { timeout: 60_000 },
  );
}

/** Types moves one after another, each when the one before is there. */
export async function type(page: Page, ...line: readonly string[]): Promise<void> {
  for (const san of line) {
    const before = (await moves(page)).length;
    await page.locator('#typed-move').fill(san);
    await page.locator('#typed-move').press('Enter');
    await plies(page, before + 1);
  }
}
