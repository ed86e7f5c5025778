/** Analysis is kept: through reloads, restarts and power cuts, in two windows, and for others. */
import { expect, test } from 'vitest';

import { moves, press } from './board';
import { anotherWindow, onBothScreens, runningApp } from './harness';
import { act } from './libraryTable';
import { alert, openAnalysis, comment, play, saved, saveState, title } from './study';

const app = runningApp();

onBothScreens(
  app,
  'an analysis becomes a study that a reload leaves whole',
  async (page, origin) => {
    await openAnalysis(page, origin);
    await page.getByText('Saving starts with your first move or comment').waitFor();
    await play(page, 'e2', 'e4');
    await play(page, 'c7', 'c5');
    await comment(page, 'My  line\nof play ');
    await saved(page);
    expect(page.url()).toMatch(/\/study\/[A-Za-z0-9]{16}$/);
    expect(await title(page), 'it is named after its opening').toContain('Sicilian');
    await page.getByLabel('Name of the study').fill('Sharp lines');
    await page.getByLabel('Name of the study').press('Enter');
    await saved(page);
    await page.reload();
    await expect.poll(() => moves(page)).toEqual(['1. e4', 'c5']);
    await page.locator('.comment', { hasText: 'My line of play' }).waitFor();
    expect(await title(page)).toBe('Sharp lines');
    await play(page, 'g1', 'f3');
    await saved(page);
    expect(await title(page), 'a name that was given stays').toBe('Sharp lines');
  },
);

test('what is shown as saved is there after a power cut', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'd2', 'd4');
  await comment(page, 'Queen’s pawn');
  await saved(page);
  await app().kill();
  await app().revive();
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(['1. d4']);
  await page.locator('.comment', { hasText: 'Queen’s pawn' }).waitFor();
  await page.context().close();
});

test('changes while the server is down are shown as unsaved, and saved when it is back', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'd2', 'd4');
  await saved(page);
  await app().kill();
  for (const letter of 'offline') await page.getByLabel('Comment').press(letter);
  await alert(page, 'Not saved: the server can’t be reached');
  await app().revive();
  await saved(page);
  await page.reload();
  await page.locator('.comment', { hasText: 'offline' }).waitFor();
  await page.context().close();
});

test('what was never sent is sent when the page is opened again', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'd2', 'd4');
  await saved(page);
  const address = page.url();
  await page.route('**/api/studies/*', (route) => route.abort());
  await comment(page, 'never sent');
  await alert(page, 'Not saved');
  // The browser asks before it leaves.
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  await (await asked).accept();
  await reloaded;
  await page.unroute('**/api/studies/*');
  await page.reload();
  await page.locator('.comment', { hasText: 'never sent' }).waitFor();
  await saved(page);
  // Another browser of the same person sees it too.
  const other = await app().visitor();
  await other.goto(address);
  await other.locator('.comment', { hasText: 'never sent' }).waitFor();
  await page.context().close();
  await other.context().close();
});

test('the draft of a window that was closed is offered to the next', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'd2', 'd4');
  await saved(page);
  const address = page.url();
  await page.route('**/api/studies/*', (route) => route.abort());
  await comment(page, 'left behind');
  await alert(page, 'Not saved');
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${app().origin}/studies`);
  await next.getByText('Not saved yet, only in this browser').waitFor();
  await next.goto(address);
  await next.getByText('changes from').waitFor();
  await expect.poll(() => next.locator('.comment').count()).toBe(0);
  await next.getByRole('button', { name: 'Show', exact: true }).click();
  await next.locator('.comment', { hasText: 'left behind' }).waitFor();
  await saved(next);
  await next.reload();
  await next.locator('.comment', { hasText: 'left behind' }).waitFor();
  expect(await next.getByText('changes from').count()).toBe(0);
  await next.context().close();
});

test('of two windows none overwrites the other', async () => {
  const one = await app().visitor();
  await openAnalysis(one, app().origin);
  await play(one, 'e2', 'e4');
  await saved(one);
  const [two, three] = [await anotherWindow(one), await anotherWindow(one)];
  for (const page of [two, three]) {
    await page.goto(one.url());
    await expect.poll(() => moves(page)).toEqual(['1. e4']);
    await saved(page);
  }
  await comment(one, 'from one');
  await saved(one);
  for (const [page, text] of [
    [two, 'from two'],
    [three, 'from three'],
  ] as const) {
    await comment(page, text);
    await alert(page, 'changed in another window');
  }
  await two.getByRole('button', { name: 'Load the other version' }).click();
  await two.locator('.comment', { hasText: 'from one' }).waitFor();
  await saved(two);
  await three.getByRole('button', { name: 'Save a copy' }).click();
  await saved(three);
  expect(three.url()).not.toBe(one.url());
  expect(await title(three)).toContain('(copy)');
  await three.reload();
  await three.locator('.comment', { hasText: 'from three' }).waitFor();
  await one.reload();
  await one.locator('.comment', { hasText: 'from one' }).waitFor();
  await one.context().close();
});

onBothScreens(app, 'a game is branched from the library', async (page, origin) => {
  const pgn = '[White "Ada"]\n[Black "Bo"]\n\n1. e4 e5 2. Nf3 1-0\n';
  const answer = await fetch(`${origin}/api/import`, { method: 'POST', body: pgn });
  expect(answer.status).toBe(200);
  await page.goto(`${origin}/library`);
  await act(page, 'Ada', 'Analyze');
  await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5', '2. Nf3']);
  expect(page.url(), 'looking at it makes no study').toContain('/analysis?game=');
  await play(page, 'b8', 'c6');
  await saved(page);
  expect(await title(page)).toBe('Ada – Bo');
  await page.getByRole('link', { name: 'From: Game' }).waitFor();
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(['1. e4', 'e5', '2. Nf3', 'Nc6']);
});

onBothScreens(
  app,
  'studies are listed, found, named, taken away and deleted',
  async (page, origin) => {
    const name = `Lesson ${Math.random()}`;
    await openAnalysis(page, origin);
    await play(page, 'e2', 'e4');
    await page.getByLabel('Name of the study').fill(name);
    await page.getByLabel('Name of the study').blur();
    await saved(page);
    await page.goto(`${origin}/library`);
    await press(page, page.getByRole('link', { name: 'Studies' }));
    await page.getByLabel('Search names').fill(name);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await press(page, page.getByRole('button', { name: `Rename: ${name}` }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the study').fill(`${name} again`);
    await press(page, dialog.getByRole('button', { name: 'Rename' }));
    await page.getByRole('link', { name: `${name} again` }).waitFor();
    const file = page.waitForEvent('download');
    await press(page, page.getByRole('button', { name: `PGN: ${name} again` }));
    expect((await file).suggestedFilename()).toBe(`${name} again.pgn`);
    await press(page, page.getByRole('button', { name: `Delete: ${name} again` }));
    await page.getByText('No studies found').waitFor();
    await press(page, page.getByRole('button', { name: 'Restore' }));
    await press(page, page.getByRole('link', { name: `${name} again` }));
    await expect.poll(() => moves(page)).toEqual(['1. e4']);
  },
);

test('a search that fails shows no studies of the one before', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'd2', 'd4');
  await saved(page);
  await page.goto(`${app().origin}/studies`);
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  await page.route('**/api/studies?*', (route) => route.abort());
  await page.getByLabel('Search names').fill('nothing like it');
  await alert(page, 'The server can’t be reached');
  await expect.poll(() => rows.count()).toBe(0);
  await page.unroute('**/api/studies?*');
  await page.getByLabel('Search names').fill('');
  await rows.first().waitFor();
  await page.context().close();
});

test('a study that is deleted in another window is kept as a copy', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'e2', 'e4');
  await saved(page);
  const id = page.url().split('/').at(-1);
  const gone = await page.request.delete(`${app().origin}/api/studies/${id}`);
  expect(gone.status()).toBe(204);
  await comment(page, 'still here');
  await alert(page, 'was deleted');
  expect(await saveState(page)).toBe('gone');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  await saved(page);
  await page.reload();
  await page.locator('.comment', { hasText: 'still here' }).waitFor();
  await page.context().close();
});

test('a game that is pasted is kept at once, and leaves the study before alone', async () => {
  const page = await app().visitor();
  await openAnalysis(page, app().origin);
  await play(page, 'e2', 'e4');
  await saved(page);
  const before = page.url();
  await page.getByRole('button', { name: 'Open PGN or FEN' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('[White "Tal"]\n\n1. d4 d5 *');
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => moves(page)).toEqual(['1. d4', 'd5']);
  await saved(page);
  expect(page.url()).not.toBe(before);
  expect(await title(page)).toBe('Tal – Player');
  await page.reload();
  await expect.poll(() => moves(page)).toEqual(['1. d4', 'd5']);
  await page.goBack();
  await expect.poll(() => moves(page)).toEqual(['1. e4']);
  await page.context().close();
});
