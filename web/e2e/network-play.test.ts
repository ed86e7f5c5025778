import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { chooseClock, move, moves, plies } from './board';
import { SCREENS } from './club';
import { DESK, PHONE, Running } from './harness';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

/** Somebody invites, somebody sits down: White's page, Black's page and the link. */
async function seated(
  size = DESK,
  touch = false,
): Promise<[white: Page, black: Page, link: string]> {
  const white = await running.visitor(size, touch);
  await white.goto(running.origin);
  await white.getByRole('button', { name: 'Play a friend' }).click();
  await white.getByLabel('Your name').fill('Ada');
  await chooseClock(white, '10+5');
  await white.getByRole('button', { name: 'Create invitation' }).click();
  const link = await white.getByRole('textbox', { name: 'Copy link' }).inputValue();
  const black = await running.visitor(PHONE, true);
  await black.goto(link);
  await black.getByLabel('Your name').fill('Bo');
  await black.getByRole('button', { name: 'Join game' }).click();
  await white.getByText('Your move').waitFor();
  // Black's page connects again, now as a player.
  await black.getByRole('button', { name: 'Offer draw' }).waitFor();
  return [white, black, link];
}

// req: C7
test.each(SCREENS)(
  'an invitation from %s seats one person, and its secret leaves the address bar',
  async (_, size, touch) => {
    const [white, black, link] = await seated(size, touch);
    expect(new URL(black.url()).hash).toBe('');
    await white.getByText('Bo').first().waitFor();

    const late = await running.visitor();
    await late.goto(link);
    await late.getByText('This invitation has already been used').waitFor();
    await late.getByText('You are watching', { exact: true }).waitFor();
  },
);

// req: C7, B4
test.each(SCREENS)(
  'two play with clocks on %s while a third watches, and one is away for a while',
  async (_, size, touch) => {
    const [white, black] = await seated(size, touch);
    const watcher = await running.visitor(size, touch);
    await watcher.goto(white.url());
    await watcher.getByText('You are watching').waitFor();

    await move(white, 'e2', 'e4');
    await Promise.all([white, black, watcher].map((page) => plies(page, 1)));
    await move(watcher, 'e7', 'e5');
    await move(black, 'e7', 'e5');
    await Promise.all([white, black, watcher].map((page) => plies(page, 2)));
    await expect.poll(() => white.getByRole('timer').count()).toBe(2);

    // A browser that is closed keeps on the disk what it has; everything else is gone.
    const storageState = await black.context().storageState();
    const address = black.url();
    await black.context().close();
    await move(white, 'g1', 'f3');
    await Promise.all([white, watcher].map((page) => plies(page, 3)));
    const context = await running.browser.newContext({ storageState, viewport: PHONE });
    const back = await context.newPage();
    await back.goto(address);
    await plies(back, 3);
    await expect.poll(() => back.getByRole('timer').count()).toBe(2);
    await move(back, 'b8', 'c6');
    await Promise.all([white, back, watcher].map((page) => plies(page, 4)));
    await expect.poll(() => moves(watcher)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
  },
);

// req: C7
test('a premove is played as soon as it can be', async () => {
  const [white, black] = await seated();
  await move(black, 'e7', 'e5');
  const premove = black.locator('square.current-premove:visible');
  await expect.poll(() => premove.count()).toBe(2);
  await move(white, 'e2', 'e4');
  await Promise.all([white, black].map((page) => plies(page, 2)));
});

// req: C7
test('draws, takebacks and rematches are offered and answered', async () => {
  const [white, black] = await seated();
  await move(white, 'e2', 'e4');
  await plies(black, 1);
  await white.getByRole('button', { name: 'More' }).click();
  await white.getByRole('button', { name: 'Request takeback' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  await plies(white, 0);
  await move(white, 'd2', 'd4');
  await plies(black, 1);
  await move(black, 'd7', 'd5');
  await plies(white, 2);
  await white.getByRole('button', { name: 'Offer draw' }).click();
  await black.getByRole('button', { name: 'Decline' }).click();
  await black.getByRole('button', { name: 'Offer draw' }).click();
  await white.getByRole('button', { name: 'Accept' }).click();
  for (const page of [white, black]) {
    await page.getByRole('dialog').getByText('Draw by agreement').waitFor();
  }
  const before = white.url();
  await white.getByRole('button', { name: 'Rematch' }).click();
  await black.getByRole('button', { name: 'Accept' }).click();
  await white.waitForURL((url) => url.href !== before);
  await black.getByText('Your move (White)').waitFor();
});

// req: C7
test('a guest with Black sees the home board and the review from that side', async () => {
  const [white, black] = await seated();
  const address = black.url();
  await move(white, 'f2', 'f3');
  await plies(black, 1);
  await black.goto(running.origin);
  await black.getByRole('button', { name: 'Your game', pressed: true }).waitFor();
  await black.locator('.cg-wrap.orientation-black').waitFor();
  await black.goto(address);
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await plies(white, 2);
  await move(white, 'g2', 'g4');
  await plies(black, 3);
  await move(black, 'd8', 'h4');
  await black.getByRole('dialog').getByRole('link', { name: 'Review' }).click();
  const told = black.getByRole('region', { name: 'The game in two sentences' });
  await told.getByText('you mated at once.').waitFor();
  await black.locator('.cg-wrap.orientation-black').waitFor();
});

// req: C7
test('a move that waits for the server is sent although its page was left', async () => {
  const [white, black] = await seated(DESK, false);
  await running.kill();
  await white.getByText('Connection lost').waitFor();
  await move(white, 'e2', 'e4');
  await white.getByText('Your move will be sent once it is back.').waitFor();
  const game = new URL(white.url()).pathname;
  await white.getByRole('link', { name: 'Library' }).first().click();
  await expect.poll(() => new URL(white.url()).pathname).toBe('/library');
  await white.goBack();
  await expect.poll(() => new URL(white.url()).pathname).toBe(game);
  await white.getByText('Your move will be sent once it is back.').waitFor();
  await white.getByRole('link', { name: 'Library' }).first().click();
  await running.revive();
  await plies(black, 1);
  await expect.poll(() => moves(black)).toEqual(['e4']);
});

// req: C7
test.each(SCREENS)(
  'a server that dies and comes back has lost nothing on %s',
  async (_, size, touch) => {
    const [white, black] = await seated(size, touch);
    await move(white, 'e2', 'e4');
    await plies(black, 1);
    await running.kill();
    await black.getByText('Connection lost').waitFor();
    await move(black, 'c7', 'c5');
    await black.getByText('Your move will be sent once it is back.').waitFor();
    await expect.poll(() => black.locator('square.waiting:visible').count()).toBe(2);
    await running.revive();
    await Promise.all([white, black].map((page) => plies(page, 2)));
    await expect.poll(() => moves(white)).toEqual(['e4', 'c5']);
    await expect.poll(() => black.locator('square.waiting:visible').count()).toBe(0);
  },
);
