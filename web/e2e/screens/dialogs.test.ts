/** Dialogs and states of pages that take a few steps to reach: axe finds nothing wrong with them. */
import { test } from 'vitest';

import { AGAINST_EASY, move, openGame, plies } from '../board';
import { enroll, logIn, runningClub } from '../club';
import { lookClosely, SIZES, toMate, visitor } from './inspect';

const club = runningClub();
const PASSWORD = 'a long password';

// req: B6, C1
test('the opponents, the menu of phones, and the first page of a member', async () => {
  await enroll(club(), 'Mia', PASSWORD);
  const page = await visitor(club());
  await page.goto(club().origin);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').waitFor();
  await lookClosely(page, 'opponents');
  await page.keyboard.press('Escape');
  await logIn(page, 'Mia', PASSWORD);
  await lookClosely(page, 'home-member');
  await page.setViewportSize(SIZES.phone);
  await page.getByRole('navigation').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').waitFor();
  await lookClosely(page, 'menu', ['phone']);
});

// req: B6, A5
test('a game to continue, and the questions before resigning and taking back', async () => {
  const page = await visitor(club());
  await openGame(page, club().origin, AGAINST_EASY);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog', { name: 'Resign' }).waitFor();
  await lookClosely(page, 'resign');
  await page.keyboard.press('Escape');
  await page.goto(club().origin);
  await page.getByRole('button', { name: 'Your game', pressed: true }).waitFor();
  await lookClosely(page, 'home-game');
  await page.setViewportSize(SIZES.desk);
  await toMate(page, club().origin);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Take back the last move?').waitFor();
  await lookClosely(page, 'reopen');
});
