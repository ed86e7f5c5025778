/** Invitations: what the inviting person shows, and what the invited one learns before joining. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';

import { violations } from './axe';
import { chooseClock, press } from './board';
import { DESK, PHONE, isTouched, onBothScreens, runningApp } from './harness';

const app = runningApp();

/** As in a club, the links of the server work on other devices; those of a test do not. */
async function inNetwork(page: Page): Promise<void> {
  await page.route('**/api/games', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(app().origin, 'http://192.168.1.5:8064');
    await route.fulfill({ response, body });
  });
}

/** Invites with a clock, and gives the link. */
async function invite(page: Page, clock: string): Promise<string> {
  await page.goto(app().origin);
  await press(page, page.getByRole('button', { name: 'Play a friend' }));
  await page.getByLabel('Your name').fill('Ada');
  await chooseClock(page, clock);
  await press(page, page.getByRole('button', { name: 'Create invitation' }));
  return page.getByRole('textbox', { name: 'Copy link' }).inputValue();
}

// req: C7
onBothScreens(app, 'the QR code and the buttons are in sight without scrolling', async (page) => {
  await inNetwork(page);
  await invite(page, '3+2');
  await page.getByText('3 min + 2 s per move · you play White').waitFor();
  const height = page.viewportSize()?.height ?? 0;
  for (const part of [
    page.getByAltText('QR code'),
    page.getByRole('button', { name: 'Copy link' }),
  ]) {
    const box = await part.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  }
  const code = await page.getByAltText('QR code').boundingBox();
  expect(code?.width).toBeGreaterThan(140);
});

// req: C7
onBothScreens(
  app,
  'an invitation that no other device can open has no QR code, and says what to do',
  async (page) => {
    await invite(page, '3+2');
    await page.getByText('This invitation only works on this computer').waitFor();
    const { port } = new URL(app().origin);
    const command = page.getByText(`tabiya serve --addr 0.0.0.0:${port}`);
    const height = page.viewportSize()?.height ?? 0;
    for (const part of [command, page.getByRole('button', { name: 'Copy link' })]) {
      const box = await part.boundingBox();
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    expect(await page.getByAltText('QR code').count()).toBe(0);
  },
);

// req: C7
test('the link is shared by the browser where it can be', async () => {
  const page = await app().visitor(PHONE, true);
  await page.addInitScript(() => {
    navigator.share = (what) => {
      (window as unknown as { shared: unknown }).shared = what;
      return Promise.resolve();
    };
  });
  const link = await invite(page, '10+5');
  await press(page, page.getByRole('button', { name: 'Share' }));
  expect(await page.evaluate(() => (window as unknown as { shared: unknown }).shared)).toEqual({
    title: 'Tabiya',
    text: 'Ada has invited you to a game of chess (10 min + 5 s per move)',
    url: link,
  });
});

// req: C7
onBothScreens(app, 'whoever is invited learns who invites to which game', async (guest) => {
  const link = await invite(await app().visitor(), '10+5');
  await guest.goto(link);
  const dialog = guest.getByRole('dialog', { name: 'Ada has invited you to a game' });
  await dialog.waitFor();
  await expect
    .poll(() => dialog.locator('dt').allTextContents())
    .toEqual(['You play', 'Time control', 'Rating']);
  await expect
    .poll(() => dialog.locator('dd').allTextContents())
    .toEqual(['Black', '10 min + 5 s per move', 'Casual (unrated)']);
  await dialog.getByLabel('Your name').fill('Bo');
  await press(guest, dialog.getByRole('button', { name: 'Join game' }));
  await guest.getByText('White to move · move 1').waitFor();
});

// req: C7
onBothScreens(app, 'an invitation that was closed can still be accepted', async (guest) => {
  const link = await invite(await app().visitor(), '10+5');
  await guest.goto(link);
  const dialog = guest.getByRole('dialog', { name: 'Ada has invited you to a game' });
  await dialog.waitFor();
  await guest.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await guest.reload();
  await dialog.waitFor();
  // Beside the dialog.
  await (isTouched(guest) ? guest.touchscreen.tap(4, 4) : guest.mouse.click(4, 4));
  await dialog.waitFor({ state: 'detached' });
  await press(guest, guest.getByRole('button', { name: 'Join game' }));
  await dialog.getByLabel('Your name').fill('Bo');
  await press(guest, dialog.getByRole('button', { name: 'Join game' }));
  await guest.getByText('White to move · move 1').waitFor();
  expect(await guest.getByRole('button', { name: 'Join game' }).count()).toBe(0);
});

// req: C7
test('whoever chooses to watch is not asked again', async () => {
  const link = await invite(await app().visitor(), '10+5');
  const guest = await app().visitor();
  await guest.goto(link);
  await guest.getByRole('dialog').getByRole('button', { name: 'Watch' }).click();
  await guest.getByText('You are watching').waitFor();
  await guest.reload();
  await guest.getByText('Waiting for an opponent').waitFor();
  expect(await guest.getByRole('dialog').count()).toBe(0);
  expect(await guest.getByRole('button', { name: 'Join game' }).count()).toBe(0);
});

// req: C7
test('whoever has chosen to watch can open the same invitation again', async () => {
  const link = await invite(await app().visitor(), '10+5');
  const guest = await app().visitor();
  for (let time = 0; time < 2; time += 1) {
    await guest.goto(link);
    await guest.getByRole('dialog').getByRole('button', { name: 'Watch' }).click();
    await guest.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

// req: C7
test('whoever looks at the game already can open its invitation', async () => {
  const link = await invite(await app().visitor(), '10+5');
  const guest = await app().visitor();
  await guest.goto(link.split('#')[0] ?? '');
  await guest.getByText('Waiting for an opponent').waitFor();
  await guest.goto(link);
  await guest.getByRole('dialog', { name: 'Ada has invited you to a game' }).waitFor();
  expect(new URL(guest.url()).hash).toBe('');
});

// req: C7
test('a second guest learns at once that the invitation is used', async () => {
  const link = await invite(await app().visitor(), '10+5');
  const [guest, late] = [await app().visitor(), await app().visitor()];
  for (const page of [guest, late]) await page.goto(link);
  await late.getByRole('dialog').waitFor();
  // The notice stays for a few seconds, so somebody has to be waiting for it.
  const notice = late.getByText('This invitation has already been used');
  const learned = notice.waitFor();
  await guest.getByLabel('Your name').fill('Bo');
  await guest.getByRole('button', { name: 'Join game' }).click();
  await learned;
  await late.getByRole('dialog').waitFor({ state: 'detached' });
  await guest.getByText('White to move · move 1').waitFor();
  await late.goto(`${link.split('#')[0] ?? ''}?#${link.split('#')[1] ?? ''}`);
  await notice.waitFor();
  await late.getByRole('dialog').waitFor({ state: 'detached' });
});

// req: C7
onBothScreens(app, 'an invitation can be canceled, also from the home page', async (host) => {
  const link = await invite(host, '10+5');
  await host.goto(app().origin);
  await press(host, host.getByRole('button', { name: /^Ada vs .+ Waiting for an opponent/ }));
  await press(host, host.getByRole('button', { name: 'Cancel invitation' }));
  const question = host.getByRole('dialog', { name: 'Cancel this invitation?' });
  await press(host, question.getByRole('button', { name: 'Keep it' }));
  await question.waitFor({ state: 'detached' });
  await press(host, host.getByRole('button', { name: 'Cancel invitation' }));
  await press(host, question.getByRole('button', { name: 'Cancel invitation' }));
  await host.getByText('This invitation was canceled.').first().waitFor();
  expect(await host.getByRole('button', { name: 'Rematch' }).count()).toBe(0);
  const guest = await app().visitor();
  await guest.goto(link);
  await guest.getByText('This invitation was canceled.').first().waitFor();
  expect(await guest.getByRole('dialog').count()).toBe(0);
  await host.goto(app().origin);
  await host.getByText('Recent games').waitFor();
  expect(await host.getByText('Waiting for an opponent').count()).toBe(0);
  // There is nothing to review.
  expect(await host.getByRole('link', { name: 'Review' }).count()).toBe(0);
  await press(host, host.getByRole('link', { name: /^Ada vs / }));
  await host.getByText('This invitation was canceled.').first().waitFor();
});

// req: C7, B6
test('axe finds nothing wrong with either side of an invitation', async () => {
  const host = await app().visitor(PHONE, false, true);
  const link = await invite(host, '10+5');
  await host.getByText('This invitation only works on this computer').waitFor();
  expect(await violations(host)).toEqual([]);
  const elsewhere = await app().visitor(PHONE, false, true);
  await inNetwork(elsewhere);
  await invite(elsewhere, '10+5');
  await elsewhere.getByAltText('QR code').waitFor();
  expect(await violations(elsewhere)).toEqual([]);
  const guest = await app().visitor(DESK, false, true);
  await guest.goto(link);
  await guest.getByRole('dialog', { name: 'Ada has invited you to a game' }).waitFor();
  expect(await violations(guest)).toEqual([]);
});
