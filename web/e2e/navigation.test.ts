/** What surrounds the games: the menu, the library without a server, invitations. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { openGame, PASS_AND_PLAY, type } from './board';
import { isTouched, PHONE, onBothScreens, runningApp } from './harness';

const app = runningApp();

/** Follows a link of the navigation; on phones, some are in the menu. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  if (isTouched(page) && (await link.count()) === 0) {
    await page.getByRole('button', { name: 'Menu' }).click();
  }
  await link.click();
}

test('the navigation of a telephone leads everywhere, in every language', async () => {
  for (const [locale, names, menu, rest] of [
    [
      'en',
      ['Play', 'Library', 'Analysis', 'Competitions'],
      'Menu',
      ['Editor', 'Studies', 'Demonstration boards', 'Simuls', 'Settings', 'Log in'],
    ],
    [
      'de',
      ['Spielen', 'Bibliothek', 'Analyse', 'Turniere'],
      'Menü',
      ['Editor', 'Studien', 'Demobretter', 'Simultan', 'Einstellungen', 'Anmelden'],
    ],
    [
      'fr',
      ['Jouer', 'Bibliothèque', 'Analyse', 'Tournois'],
      'Menu',
      ['Éditeur', 'Études', 'Échiquiers', 'Simultanées', 'Réglages', 'Se connecter'],
    ],
  ] as const) {
    const viewport = { width: 320, height: PHONE.height };
    const context = await app().browser.newContext({ viewport, locale });
    const page = await context.newPage();
    await page.goto(app().origin);
    const navigation = page.getByRole('navigation');
    const links = navigation.getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual([...names]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const entry of await navigation.locator('a, button').all()) {
      const { x = -1, y = 0, width = 0, height = 0 } = (await entry.boundingBox()) ?? {};
      expect([x >= 0, x + width <= 320, y + height <= viewport.height]).toEqual([true, true, true]);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await navigation.getByRole('button', { name: menu }).click();
    const entries = page.getByRole('dialog').locator('.menu-list > *');
    await expect.poll(() => entries.count()).toBeGreaterThan(0);
    for (const name of rest) await page.getByRole('dialog').getByText(name).first().waitFor();
    await context.close();
  }
});

test('the bar at the bottom covers nothing, and is not on the wall or on paper', async () => {
  const page = await app().visitor(PHONE, true);
  await page.goto(`${app().origin}/library`);
  const bar = page.getByRole('navigation', { name: 'Main navigation' });
  await bar.waitFor();
  await page.goto(`${app().origin}/editor`);
  const last = page.getByRole('button', { name: 'Pass and play' });
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [above, below] = [await last.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? Infinity)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.emulateMedia({ media: 'print' });
  expect(await bar.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${app().origin}/demo/none/screen`);
  await page.getByRole('main').getByRole('link').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('banner').count()).toBe(0);
  await page.context().close();
});

onBothScreens(
  app,
  'the owner of the computer finds the pages of the admin',
  async (page, origin) => {
    await page.goto(origin);
    await page.getByRole('banner').getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('heading', { name: 'Backups' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Members' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Add member' }).waitFor();
  },
);

// req: B6
test('a first visit is in the language of the browser, and the settings say so', async () => {
  for (const [locale, code, button, name] of [
    ['de-AT', 'de', 'Einstellungen', 'Deutsch'],
    ['fr-CA', 'fr', 'Réglages', 'Français'],
    ['ja-JP', 'en', 'Settings', 'English'],
  ] as const) {
    const context = await app().browser.newContext({ viewport: PHONE, locale });
    const page = await context.newPage();
    await page.goto(app().origin);
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(code);
    await expect.poll(() => page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true);
    await context.close();
  }
});

// req: B6
onBothScreens(app, 'the settings are in groups, with the language on top', async (page, origin) => {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect
    .poll(() => dialog.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Language and appearance', 'Board and pieces', 'Play', 'Sound', 'Accessibility']);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('value')))
    .toBe('en');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  const wide = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await expect.poll(wide).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Bibliothek' }).waitFor();
});

// req: C3
onBothScreens(app, 'the library says when the server is down, and comes back', async (page) => {
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await app().kill();
  await page.getByRole('link', { name: 'Library' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The server can’t be reached' });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'Retry' }).click();
  // One message with one button.
  await expect
    .poll(() => alert.innerText())
    .toMatch(
      /^The server can’t be reached\. The page continues as soon as the server is back\.\s+Retry now$/,
    );
  expect(await page.getByRole('main').innerText()).not.toContain('Try again');
  await app().revive();
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  // Now the page is there, and only its list is missing.
  await follow(page, 'Editor');
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await app().kill();
  await page.getByRole('link', { name: 'Library' }).click();
  await alert.waitFor();
  await app().revive();
  await page.getByText('No games yet').waitFor();
});

// req: C7
test('nobody invites or joins without a name', async () => {
  const white = await app().visitor();
  await white.goto(app().origin);
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await white.getByRole('button', { name: 'Create invitation' }).click();
  await white.getByText('Please enter your name').waitFor();
  // The field that is meant has the focus.
  await white.keyboard.type('Ada');
  await white.getByRole('button', { name: 'Create invitation' }).click();
  const link = await white.getByRole('textbox', { name: 'Copy link' }).inputValue();
  const black = await app().visitor();
  await black.goto(link);
  await black.getByLabel('Your name').fill('   ');
  await black.getByRole('button', { name: 'Join game' }).click();
  await black.getByText('Please enter your name').waitFor();
  await black.getByLabel('Your name').fill('Bo');
  await black.getByRole('button', { name: 'Join game' }).click();
  await white.getByText('Your move').waitFor();
});

test('a host name that the server does not know shows what to do', async () => {
  const { port } = new URL(app().origin);
  const origin = `http://club.localhost:${port}`;
  for (const [locale, words] of [
    ['en-US', 'does not answer under'],
    ['de-DE', 'antwortet Tabiya noch nicht'],
    ['fr-FR', 'ne répond pas encore'],
  ] as const) {
    const page = await (await app().browser.newContext({ locale })).newPage();
    const answer = await page.goto(`${origin}/library`);
    expect(answer?.status()).toBe(421);
    await page.getByRole('heading').filter({ hasText: words }).waitFor();
    await page.getByText(`tabiya serve --origin ${origin}`).waitFor();
    await page.context().close();
  }
});

// req: B6
onBothScreens(app, 'no announcement stays in another language', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  await type(page, 'e4');
  const announced = page.locator('[data-announcement]');
  await expect.poll(() => announced.textContent()).toContain('pawn');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('dialog', { name: 'Einstellungen' }).waitFor();
  await expect.poll(() => announced.textContent()).toBe('');
});
