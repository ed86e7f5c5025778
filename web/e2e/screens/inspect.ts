/**
 * Every page and dialog in both themes, at several sizes and in every language: axe finds nothing to
 * complain about, and nothing sticks out sideways. With SCREENSHOTS=1 a picture of each goes into
 * `screenshots`.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { violations } from '../axe';
import { type } from '../board';
import { startPassAndPlay } from '../club';
import type { Running } from '../harness';

const WITH_PICTURES = process.env['SCREENSHOTS'] === '1';
export const SIZES = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 568 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
};

/** Axe puts a style of its own into the page, which the policy forbids. */
export function visitor(running: Running): Promise<Page> {
  return running.visitor(SIZES.desk, false, true);
}

/** Where axe looks: names depend on the size, contrast on the colors, and neither on both. */
const CLOSELY = ['desk-light', 'phone-dark'];

/** The other languages, and the sizes that their texts have to fit. */
const TRANSLATIONS = ['de', 'fr'] as const;
const TIGHT = [
  ['desk', 'light'],
  ['phone', 'dark'],
  ['small', 'light'],
] as const;

/** Inspects a screen at all sizes and in both themes, then in the other languages. */
export async function inspect(
  page: Page,
  name: string,
  translations: readonly string[] = TRANSLATIONS,
): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      const side = `${size}-${colorScheme}`;
      const isClose = CLOSELY.includes(side);
      if (!isClose && !WITH_PICTURES) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(60);
      await picture(page, `${name}-${side}`);
      if (isClose) expect(await violations(page), `${name}, ${side}`).toEqual([]);
    }
    // The board takes a moment to follow the window.
    await expect.poll(() => stickingOut(page), { message: `${name}, ${size}` }).toEqual([]);
    expect(await brokenWords(page), `${name}, ${size}`).toEqual([]);
  }
  const chosen = await page.locator('html').getAttribute('lang');
  for (const language of translations) await inspectIn(page, language, name);
  await speak(page, chosen ?? 'en');
  await page.setViewportSize(SIZES.desk);
}

/** Lets axe look at a screen, light on a desk and dark on a phone; less than an inspection. */
export async function lookClosely(
  page: Page,
  name: string,
  sizes: readonly ('desk' | 'phone')[] = ['desk', 'phone'],
): Promise<void> {
  for (const size of sizes) {
    const colorScheme = size === 'desk' ? 'light' : 'dark';
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(60);
    await picture(page, `${name}-${size}-${colorScheme}`);
    expect(await violations(page), `${name}, ${size}`).toEqual([]);
    await expect.poll(() => stickingOut(page), { message: `${name}, ${size}` }).toEqual([]);
  }
}

/** The same screen in another language. */
async function inspectIn(page: Page, language: string, name: string): Promise<void> {
  await speak(page, language);
  for (const [size, colorScheme] of TIGHT) {
    await page.setViewportSize(SIZES[size]);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const message = `${name}, ${size}, ${language}`;
    await expect.poll(() => stickingOut(page), { message }).toEqual([]);
    expect(await brokenWords(page), message).toEqual([]);
    if (WITH_PICTURES) await page.waitForTimeout(60);
    await picture(page, `${name}-${size}-${colorScheme}-${language}`);
  }
}

/** Switches the language without a reload, as a change of the settings in another window does. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((language) => {
    const key = 'tabiya:settings';
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as { value?: object };
    const value = { ...stored.value, language };
    localStorage.setItem(key, JSON.stringify({ version: 1, value }));
    dispatchEvent(new StorageEvent('storage', { key }));
  }, language);
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}

/** Takes a picture for whoever wants to see the screens. */
export async function picture(page: Page, name: string, fullPage = false): Promise<void> {
  if (WITH_PICTURES) await page.screenshot({ path: `screenshots/${name}.png`, fullPage });
}

/** Words of the heading that are broken over several lines. */
async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.querySelector('h1')?.firstChild;
    if (!(text instanceof Text)) return [];
    const words = [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    });
    return words.map(([word]) => word);
  });
}

/** What makes the page wider than the screen. */
export async function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return wide.map((element) => element.outerHTML.slice(0, 120));
  });
}

/** Chooses by the words of the settings, which are in English at first. */
export async function choose(
  page: Page,
  origin: string,
  ...labels: readonly string[]
): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: /Settings|Einstellungen/ }).click();
  for (const label of labels) await page.getByText(label, { exact: true }).click();
  await page.keyboard.press('Escape');
}

/** Two at one screen, up to the mate. */
export async function toMate(page: Page, origin: string): Promise<void> {
  await startPassAndPlay(page, origin);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  await page.getByText('Bo wins by checkmate').first().waitFor();
}
