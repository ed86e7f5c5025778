/** What surrounds the games: the menu, the library without a server, invitations. */
import { expect, test } from 'vitest';

import { PHONE, onBothScreens, runningApp } from './harness';

const app = runningApp();

test('the menu of a telephone leads everywhere, in every language', async () => {
  for (const [locale, names] of [
    ['en', ['Library', 'Analysis', 'Editor', 'Competitions']],
    ['de', ['Bibliothek', 'Analyse', 'Editor', 'Turniere']],
    ['fr', ['Bibliothèque', 'Analyse', 'Éditeur', 'Tournois']],
  ] as const) {
    const context = await app().browser.newContext({ viewport: PHONE, locale });
    const page = await context.newPage();
    await page.goto(app().origin);
    const links = page.getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allTextContents()).toEqual([...names]);
    for (const link of await links.all()) await link.waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBe(PHONE.width);
    const tops = await Promise.all(
      (await links.all()).map(async (link) => (await link.boundingBox())?.y),
    );
    expect(new Set(tops).size, locale).toBe(1);
    await context.close();
  }
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
  await alert.getByText('This page opens by itself as soon as the server answers.').waitFor();
  await app().revive();
  await page.getByRole('heading', { name: 'Library' }).waitFor();
  // Now the page is there, and only its list is missing.
  await page.getByRole('link', { name: 'Editor' }).click();
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
  await white.getByText('Please fill in your name').waitFor();
  await white.getByLabel('Your name').fill('Ada');
  await white.getByRole('button', { name: 'Create invitation' }).click();
  const link = await white.getByRole('textbox', { name: 'Copy link' }).inputValue();
  const black = await app().visitor();
  await black.goto(link);
  await black.getByLabel('Your name').fill('   ');
  await black.getByRole('button', { name: 'Join game' }).click();
  await black.getByText('Please fill in your name').waitFor();
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
