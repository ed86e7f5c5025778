/** Studies for others: at a club, where not everything is everybody's. */
import { expect, test } from 'vitest';

import { moves } from './board';
import { runningClub } from './club';
import { alert, openAnalysis, play, saved } from './study';

const club = runningClub();

test('a link shows a study to others, who can only copy it, until it is taken back', async () => {
  const owner = await club().visitor();
  await openAnalysis(owner, club().origin);
  await play(owner, 'e2', 'e4');
  await saved(owner);
  const guest = await club().visitor();
  const refused = async (): Promise<void> => {
    await guest.goto(owner.url());
    await alert(guest, 'or it is not shared');
  };
  await refused();
  await owner.getByRole('button', { name: 'Share' }).click();
  await owner.getByLabel('Share by link').check();
  const link = await owner.getByLabel('Link to this study').inputValue();
  expect(link).toBe(owner.url());
  await guest.goto(link);
  await expect.poll(() => moves(guest)).toEqual(['1. e4']);
  await guest.getByText('This study was shared with you').waitFor();
  expect(await guest.getByRole('button', { name: 'Share' }).count()).toBe(0);

  // There and back, while there is nothing to lose.
  await guest.getByRole('link', { name: 'Library' }).click();
  await guest.getByRole('heading', { name: 'Library' }).waitFor();
  await guest.goBack();
  await expect.poll(() => moves(guest)).toEqual(['1. e4']);
  await play(guest, 'e7', 'e5');
  await alert(guest, 'this study is not yours');
  await guest.getByRole('link', { name: 'Library' }).click();
  const dialog = guest.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByText('lost unless you save a copy').waitFor();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => moves(guest)).toEqual(['1. e4', 'e5']);
  await guest.goForward();
  await dialog.getByRole('button', { name: 'Stay' }).click();
  expect(guest.url()).toBe(link);
  await guest.getByRole('button', { name: 'Save a copy' }).click();
  await saved(guest);
  await guest.getByRole('link', { name: 'Library' }).click();
  await guest.getByRole('link', { name: 'Studies' }).click();
  await expect.poll(() => guest.locator('tbody tr').count()).toBe(1);

  await owner.getByLabel('Share by link').uncheck();
  await expect.poll(() => owner.getByLabel('Link to this study').count()).toBe(0);
  await refused();
  await owner.reload();
  // Nobody else has changed it.
  await expect.poll(() => moves(owner)).toEqual(['1. e4']);
  await owner.context().close();
  await guest.context().close();
});
