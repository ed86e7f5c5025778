/** The tabs of a section on a phone: one row that scrolls sideways, with the current one in sight. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from './axe';
import { ADMIN_PASSWORD, logIn, runningClub } from './club';
import { PHONE } from './harness';

const club = runningClub();

interface Place {
  readonly top: number;
  readonly left: number;
  readonly right: number;
}

/** Where something is in the window. */
const placeOf = (page: Page, selector: string): Promise<Place[]> =>
  page.locator(selector).evaluateAll((links) =>
    links.map((link) => {
      const { top, left, right } = link.getBoundingClientRect();
      return { top, left, right };
    }),
  );

const isInSight = ({ left, right }: Place): boolean => left >= 0 && right <= PHONE.width;

// req: B6
test('the tabs of the administration are one row on a phone', async () => {
  const page = await club().visitor(PHONE, false, true);
  await page.goto(club().origin);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.goto(`${club().origin}/server`);
  const tabs = page.getByRole('navigation', { name: 'Administration' });
  await tabs.getByRole('link', { name: 'Server' }).waitFor();
  const links = 'nav[aria-label="Administration"] a';
  const all = await placeOf(page, links);
  expect(all).toHaveLength(4);
  expect(new Set(all.map(({ top }) => Math.round(top))).size).toBe(1);
  const current = async (): Promise<boolean> =>
    (await placeOf(page, `${links}[aria-current]`)).every(isInSight);
  await expect.poll(current, { message: 'the current tab is in sight' }).toBe(true);
  await page.locator(links).first().focus();
  await expect
    .poll(async () => (await placeOf(page, `${links}:focus`)).every(isInSight))
    .toBe(true);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'the page itself does not scroll sideways').toBe(PHONE.width);
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
