/** What axe finds wrong with a page; the visitor has to allow its scripts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 up to AA, with the size of targets, and what axe recommends beyond it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function violations(page: Page): Promise<string[]> {
  // It stays until the page is loaded anew, and is too large to be sent twice.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run(document, { runOnly });
    return found.violations.map(({ id, nodes }) => {
      const examples = nodes.slice(0, 2).map((node) => node.html);
      return `${id}: ${examples.join(' ')}`;
    });
  }, RULES);
}
