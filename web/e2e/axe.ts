/** What axe finds wrong with a page; the visitor has to allow its scripts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found = await axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}
