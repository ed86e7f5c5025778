import { describe, expect, test } from 'vitest';

import { PASS_AND_PLAY, move, plies, openGame } from './board';
import { enroll, ADMIN_PASSWORD, logIn, runningClub, SCREENS, typeLogin } from './club';
import { act, openFilters } from './libraryTable';

describe.each(SCREENS)('on %s', (screen, size, touch) => {
  const club = runningClub();
  const member = `Anna ${screen}`;
  const visitor = () => club().visitor(size, touch);

  // req: C7
  test('somebody logs in and out, and a wrong password shows an error', async () => {
    const page = await visitor();
    await page.goto(club().origin);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await typeLogin(page, 'admin', 'not the password');
    await page.getByText('Wrong name or password').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByLabel('Name').inputValue()).toBe('admin');
    await typeLogin(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Logged in as admin' }).click();
    await page.getByText('You are the admin.').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out.').waitFor();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  });

  test('the admin adds a member, gives another password, and removes the member', async () => {
    const page = await visitor();
    await page.goto(`${club().origin}/members`);
    await page.getByText('Only organizers and the admin').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await typeLogin(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill(member);
    await form.getByLabel('Password').fill('short');
    await form.getByRole('button', { name: 'Add member' }).click();
    await form.getByText('A password has 8 to 128 characters; this one has 5').waitFor();
    await expect.poll(() => form.getByLabel('Name').inputValue()).toBe(member);
    await form.getByRole('button', { name: 'Suggest' }).click();
    await expect
      .poll(async () => (await form.getByLabel('Password').inputValue()).length)
      .toBeGreaterThanOrEqual(8);
    await form.getByRole('button', { name: 'Add member' }).click();
    await page.getByText(`${member} was added.`).waitFor();

    await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
    await form.getByLabel('Name').fill(member.toUpperCase());
    await form.getByRole('button', { name: 'Add member' }).click();
    await form.locator('[role="alert"]:not(:empty)').waitFor();
    await page.keyboard.press('Escape');

    const row = page.getByRole('row').filter({ hasText: member });
    await row.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'New password' }).click();
    await form.getByLabel('Password').fill('another long one');
    await form.getByRole('button', { name: 'New password' }).click();
    await page.getByText(`${member} has a new password`).waitFor();
    const other = await visitor();
    await other.goto(club().origin);
    await logIn(other, member, 'another long one');

    await row.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'Remove' }).click();
    await form.locator('section').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => row.count()).toBe(1);
    await form.getByRole('button', { name: 'Remove' }).click();
    await form.getByRole('button', { name: 'Remove' }).click();
    await page.getByText(`${member} was removed.`).waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await other.reload();
    await other.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  });

  test('the admin reads who logged in and what was refused', async () => {
    const page = await visitor();
    await page.goto(`${club().origin}/audit`);
    await page.getByText('Only the admin of this server can read the audit log').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await typeLogin(page, 'admin', 'not the password');
    await page.getByText('Wrong name or password').waitFor();
    await typeLogin(page, 'admin', ADMIN_PASSWORD);
    const entries = page.getByRole('main').getByRole('listitem');
    await entries.filter({ hasText: 'Login' }).filter({ hasText: 'admin' }).first().waitFor();
    await page.getByLabel('Outcome').selectOption('Refused');
    await entries.filter({ hasText: 'Refused' }).first().waitFor();
    await expect
      .poll(async () => (await entries.count()) - (await entries.getByText('Refused').count()))
      .toBe(0);
    await page.getByLabel('Name, address or id').fill('nobody of this name');
    await page.getByText('No entries found').waitFor();
    await page.context().close();
  });

  test('the admin sees what is stored and running, and it stays up to date', async () => {
    const page = await visitor();
    await page.goto(club().origin);
    await logIn(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Logged in as admin' }).click();
    await page.getByRole('link', { name: 'Server' }).click();
    await page.getByRole('heading', { name: 'Server', level: 1 }).waitFor();
    await page.getByText(/^[\d.,]+ [kM]B \(no limit\)$/).waitFor();
    await page.getByText('Backups are off.').waitFor();
    const liveGames = async (): Promise<number> =>
      Number(await page.locator('dt:text-is("Live games") + dd').innerText());
    const before = await liveGames();
    const guest = await visitor();
    await openGame(guest, club().origin, PASS_AND_PLAY);
    await expect.poll(liveGames).toBeGreaterThan(before);
    const stored = page.getByRole('row').filter({ hasText: '127.0.0.1' });
    await stored.getByText('kB').waitFor();

    const tabs = page.getByRole('navigation', { name: 'Administration' });
    await tabs.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Add member' }).waitFor();
    await tabs.getByRole('link', { name: 'Server' }).click();
    await stored.waitFor();
    await guest.context().close();
    await page.context().close();
  });

  test('the page of the server keeps its figures while the server cannot be reached', async () => {
    const page = await visitor();
    await page.goto(`${club().origin}/members`);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await typeLogin(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('main').getByRole('link', { name: 'Server' }).click();
    await page.getByText('Backups are off.').waitFor();
    await page.route('**/api/usage', (route) => route.abort());
    await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
    await page.getByText('Backups are off.').waitFor();
    await page.unroute('**/api/usage');
    await page.getByText('can’t be reached').waitFor({ state: 'detached' });

    await page.context().clearCookies();
    await page.getByText('Your session has expired.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Only the admin can see the state of this server.').waitFor();
    await page.context().close();
  });

  test('a member chooses another password, and is not offered what only the admin may', async () => {
    const name = `Ben ${screen}`;
    await enroll(club(), name, 'the first password');
    const page = await visitor();
    await page.goto(`${club().origin}/library`);
    await logIn(page, name, 'the first password');
    await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await page.getByRole('button', { name: `Logged in as ${name}` }).click();
    for (const name of ['Members', 'Audit log', 'Server']) {
      await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    for (const [current, chosen, again, sentence] of [
      ['the first password', 'the second one', 'the second two', 'The passwords don’t match.'],
      ['not the first one', 'the second one', 'the second one', 'Your current password is wrong'],
      ['the first password', 'second', 'second', 'A password has 8 to 128 characters'],
    ] as const) {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(chosen);
      await dialog.getByLabel('Repeat new password').fill(again);
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await dialog.getByText(sentence).waitFor();
    }
    await dialog.getByLabel('New password', { exact: true }).fill('the second one');
    await dialog.getByLabel('Repeat new password').fill('the second one');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await page.getByRole('button', { name: `Logged in as ${name}` }).waitFor();
    const elsewhere = await visitor();
    await elsewhere.goto(club().origin);
    await logIn(elsewhere, name, 'the second one');
  });

  test('a session that ended meanwhile asks to log in, and what was typed is still there', async () => {
    const name = `Cleo ${screen}`;
    const page = await visitor();
    await page.goto(club().origin);
    await logIn(page, 'admin', ADMIN_PASSWORD);
    await page.goto(`${club().origin}/members`);
    await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
    const form = page.getByRole('dialog', { name: 'Add member' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password').fill('long enough');
    await page.context().clearCookies();
    await form.getByRole('button', { name: 'Add member' }).click();
    await page.getByText('Your session has expired. Log in again; nothing is lost.').waitFor();
    await typeLogin(page, 'admin', ADMIN_PASSWORD);
    await expect.poll(() => form.getByLabel('Name').inputValue()).toBe(name);
    await form.getByRole('button', { name: 'Add member' }).click();
    await page.getByText(`${name} was added.`).waitFor();
  });

  // req: C7
  test('a member goes on with a game on another device', async () => {
    const name = `Dora ${screen}`;
    await enroll(club(), name, 'a long password');
    const first = await visitor();
    await first.goto(club().origin);
    await logIn(first, name, 'a long password');
    await first.getByRole('button', { name: 'Start game' }).click();
    await first.waitForSelector('[data-square="e2"]:not(.home-board *)');
    await move(first, 'e2', 'e4');
    await plies(first, 2);
    await first.context().close();
    const stranger = await visitor();
    await openGame(stranger, club().origin, PASS_AND_PLAY);
    const second = await visitor();
    await second.goto(`${club().origin}/library`);
    await logIn(second, name, 'a long password');
    await second.getByText('Ada').first().waitFor();
    await openFilters(second);
    await second.getByRole('combobox', { name: 'Games' }).selectOption('My games');
    await second.getByText('Ada').first().waitFor({ state: 'detached' });
    await expect.poll(() => second.locator('tbody tr').count()).toBe(1);
    await act(second, name, 'Continue');
    await plies(second, 2);
    await second.getByText('Your move').waitFor();
    await move(second, 'd2', 'd4');
    await plies(second, 4);
  });
});

describe('on any screen', () => {
  const club = runningClub();

  test('errors are shown in the language of the reader', async () => {
    const page = await club().visitor();
    await page.goto(club().origin);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Deutsch', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Niemand');
    await page.getByLabel('Passwort').fill('falsch geraten');
    await page.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Name oder Passwort ist falsch.').waitFor();
  });

  test('too many wrong passwords have to wait', async () => {
    await enroll(club(), 'Eve', 'a long password');
    const page = await club().visitor();
    await page.goto(club().origin);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    const tooMany = page.getByText('Too many requests. Try again in');
    for (let tries = 0; tries < 40 && (await tooMany.count()) === 0; tries += 1) {
      const answered = page.waitForResponse('**/api/session');
      await typeLogin(page, 'Eve', 'not the password');
      await answered;
      await page.waitForTimeout(20);
    }
    await tooMany.waitFor();
  });
});
