/** The browser of the tests opens no popups of its address bar beside the pages of visitors. */
import { expect, test } from 'vitest';

import { runningApp } from './harness';

const app = runningApp();

test('there is nothing behind the address bar of a visitor', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  const session = await app().browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  const addresses = targetInfos.map(({ url }) => url);
  expect(addresses).toContain(`${app().origin}/`);
  expect(addresses.filter((url) => url.includes('omnibox-popup'))).toEqual([]);
  await page.context().close();
});
