/** Which columns of the library have room, and which texts are cut. */
import { expect, test } from 'vitest';

import { runningApp } from './harness';

const app = runningApp();

test('names have more room than other columns, and no header is cut, in a wide window', async () => {
  for (const language of ['en', 'de', 'fr']) {
    const context = await app().browser.newContext({
      viewport: { width: 1280, height: 720 },
      locale: language,
    });
    const page = await context.newPage();
    await page.goto(`${app().origin}/library`);
    await page.evaluate(
      (body) => fetch('/api/import', { method: 'POST', body }),
      '[White "Kieseritzky, Lionel"]\n[Black "Anderssen, Adolf"]\n\n1. e4 *\n',
    );
    await page.reload();
    const name = page.locator('tbody td.white bdi').first();
    await name.waitFor();
    const isCut = (selector: string): Promise<boolean[]> =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.scrollWidth > one.clientWidth));
    for (const width of [1440, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      const headers = (): Promise<boolean[]> => isCut('thead th .text');
      expect((await headers()).length, `${language}, ${width}`).toBeGreaterThan(6);
      // The columns take a moment to follow the window.
      await expect.poll(headers, { message: `${language}, ${width}` }).not.toContain(true);
    }
    expect(await isCut('tbody td:is(.white, .black) bdi'), language).not.toContain(true);
    expect(await isCut('tbody td.result .status'), language).not.toContain(true);
    await context.close();
  }
});
