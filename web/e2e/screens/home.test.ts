/** The home page, the settings and an invitation, as `inspect.ts` looks at them. */
import { test } from 'vitest';

import { openOptions } from '../board';
import { runningClub } from '../club';
import { inspect, visitor } from './inspect';

const club = runningClub();

// req: B6, A2
test('the first page', async () => {
  const page = await visitor(club());
  await page.goto(club().origin);
  await inspect(page, 'home');
  await openOptions(page);
  await page.getByText('By rating').click();
  await page.getByText('More options').click();
  await inspect(page, 'home-rated');
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await inspect(page, 'home-two');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').waitFor();
  await inspect(page, 'settings');
});

// req: C7
test('an invitation, from both sides', async () => {
  const page = await visitor(club());
  await page.goto(club().origin);
  await page.getByRole('button', { name: 'Play a friend' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await page.getByText('This invitation only works on this computer').waitFor();
  await inspect(page, 'invitation');
  const guest = await visitor(club());
  await guest.goto(await page.getByRole('textbox', { name: 'Copy link' }).inputValue());
  await guest.getByRole('dialog').waitFor();
  await inspect(guest, 'invited');
});
