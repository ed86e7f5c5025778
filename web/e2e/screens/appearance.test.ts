/** Boards, pieces and languages to choose, and the app to install, as `inspect.ts` looks at them. */
import { expect, test } from 'vitest';

import { move, plies, type } from '../board';
import { runningClub } from '../club';
import { choose, inspect, visitor } from './inspect';

const club = runningClub();

// req: B6
test('other boards and other pieces', async () => {
  const page = await visitor(club());
  for (const [board, pieces] of [
    ['Slate', 'Flat'],
    ['Sea', 'Shapes'],
    ['High contrast', 'Flat'],
  ] as const) {
    await choose(page, club().origin, board, pieces);
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await move(page, 'e2', 'e4');
    await plies(page, 2);
    await inspect(page, `board-${board.toLowerCase().replace(' ', '-')}`);
  }
});

// req: B6
test.each([
  ['Deutsch', 'de', 'Zu zweit an einem Gerät', 'Partie starten', 'Auswertung'],
  ['Français', 'fr', 'À deux sur le même écran', 'Commencer la partie', 'Bilan'],
] as const)('every page in %s', async (language, code, passAndPlay, start, review) => {
  const page = await visitor(club());
  await choose(page, club().origin, language);
  await inspect(page, `home-${code}`, []);
  await page.getByRole('button', { name: start }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await inspect(page, `game-${code}`, []);
  await page.goto(club().origin);
  await page.getByRole('button', { name: passAndPlay }).click();
  for (const [index, name] of ['Ada', 'Bo'].entries()) {
    await page.locator('input[autocomplete="off"]').nth(index).fill(name);
  }
  await page.getByRole('button', { name: start }).click();
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await type(page, 'f3', 'e5', 'g4', 'Dh4');
  await page.getByRole('dialog').waitFor();
  await inspect(page, `end-${code}`, []);
  await page.getByRole('dialog').getByRole('link', { name: review }).click();
  await page.locator('.moment').first().waitFor();
  await inspect(page, `review-${code}`, []);
  for (const path of ['library', 'studies', 'analysis', 'editor', 'members']) {
    await page.goto(`${club().origin}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await inspect(page, `${path}-${code}`, []);
  }
});

// req: B6
test('the app can be installed: manifest and icons are valid', async () => {
  const page = await visitor(club());
  await page.goto(club().origin);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as { icons: { src: string; purpose: string }[] };
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable']),
  );
  for (const { src } of manifest.icons) {
    const answer = await page.request.get(club().origin + src);
    const type = src.endsWith('.png') ? 'image/png' : 'image/svg+xml';
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  const faults = installabilityErrors.map(({ errorId }) => errorId);
  // A browser of tests is as private as a window can be; it installs nothing.
  expect(faults.filter((fault) => fault !== 'in-incognito')).toEqual([]);
});
