/** The picture of a game in the menu by which phones share things: what it gets, and when it fails. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { PASS_AND_PLAY, openGame, press, type } from './board';
import { PHONE, runningApp } from './harness';

const app = runningApp();
const NOT_SHARED = 'The picture could not be shared. Download it instead.';

/** How the menu of the system ends: the name of an error, or `null` for a choice. */
type Ending = string | null;

interface Menu {
  /** The files that it got. */
  readonly files: File[];
  ending: Ending;
}

/** A phone whose menu keeps what is shared. */
async function phone(): Promise<Page> {
  const page = await app().visitor(PHONE, true);
  await page.addInitScript(() => {
    const menu: Menu = { files: [], ending: null };
    Object.assign(window, { menu });
    navigator.canShare = ({ files = [] } = {}) => files.every(({ type }) => type === 'image/png');
    navigator.share = ({ files = [] } = {}) => {
      menu.files.push(...files);
      const { ending } = menu;
      return ending === null ? Promise.resolve() : Promise.reject(new DOMException('', ending));
    };
  });
  return page;
}

/** Reviews the shortest game and opens its picture. */
async function openPicture(page: Page): Promise<void> {
  await openGame(page, app().origin, PASS_AND_PLAY);
  await type(page, 'f3', 'e5', 'g4', 'Qh4#');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('link', { name: 'Review' }));
  await page.getByRole('heading', { name: 'Key moments' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Share as a picture' }));
  await page.getByRole('dialog', { name: 'The game as a picture' }).getByRole('img').waitFor();
}

/** Shares the picture, with a menu that ends as given, and waits until the menu has it. */
async function share(page: Page, ending: Ending): Promise<void> {
  const count = await page.evaluate((how) => {
    const { menu } = window as unknown as { menu: Menu };
    menu.ending = how;
    return menu.files.length;
  }, ending);
  const dialog = page.getByRole('dialog', { name: 'The game as a picture' });
  await press(page, dialog.getByRole('button', { name: 'Share', exact: true }));
  const files = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { menu: Menu }).menu.files.length);
  await expect.poll(files).toBe(count + 1);
}

/** The last file that the menu got: its name, its kind, and the size of the picture in it. */
function lastFile(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const file = (window as unknown as { menu: Menu }).menu.files.at(-1);
    if (file === undefined) return null;
    const { width, height } = await createImageBitmap(file);
    return { name: file.name, type: file.type, width, height };
  });
}

// req: A5
test('a picture is shared as a file, and only a real failure is reported', async () => {
  const page = await phone();
  await openPicture(page);
  await share(page, null);
  const file = { name: 'Ada – Bo.png', type: 'image/png', width: 2400, height: 1260 };
  expect(await lastFile(page)).toEqual(file);
  await share(page, 'AbortError');
  await share(page, 'NotAllowedError');
  const notices = page.getByText(NOT_SHARED);
  await notices.waitFor();
  expect(await notices.count(), 'none for the menu that was closed').toBe(1);
  await page.context().close();
});

// req: A5
test('where pictures cannot be shared, they are downloaded', async () => {
  const page = await phone();
  await page.addInitScript(() => (navigator.canShare = () => false));
  await openPicture(page);
  const dialog = page.getByRole('dialog', { name: 'The game as a picture' });
  await dialog.getByRole('button', { name: 'Download' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0);
  await page.context().close();
});
