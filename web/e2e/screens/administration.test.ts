/** Members and their cards, accounts, the audit log and the server, as `inspect.ts` looks at them. */
import type { Page } from 'playwright-core';
import { test } from 'vitest';

import type { BackupState } from '../../src/wire/BackupState';
import type { Usage } from '../../src/wire/Usage';
import { ADMIN_PASSWORD, enroll, logIn, runningClub } from '../club';
import { inspect, visitor } from './inspect';

const club = runningClub();

test('the roster, its import and its cards', async () => {
  await enroll(club(), 'Zoë Müller', 'a long password');
  const page = await visitor(club());
  await page.goto(`${club().origin}/card`);
  await page.getByLabel('Code').fill('CDFG-2345');
  await page.keyboard.press('Enter');
  await page.getByText('No valid card').waitFor();
  await inspect(page, 'card');
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Add member' }).click();
  await inspect(page, 'member-add');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import list' }).click();
  await inspect(page, 'roster-import');
  const choose = async (text: string): Promise<void> => {
    const file = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.locator('dialog input[type="file"]').setInputFiles(file);
    await page.getByRole('region', { name: 'What happens' }).waitFor();
  };
  await choose('Name;Class;Rating\nZoë Müller;5a;900\nPia;5a;\nPia;5b;\nTim;5b;12345\n');
  await inspect(page, 'roster-errors');
  const names = ['Zoë Müller', 'Pia', 'Tim', 'Maximiliane Zimmermann-Lenz', 'Émile', 'Noor'];
  const rows = names.map(
    (name, index) => `${name};${index % 2 === 0 ? '5a' : '5b'};${900 + index}`,
  );
  await choose(['Name;Class;Rating', ...rows].join('\n'));
  await page.getByText('5 new, 1 changed').waitFor();
  await inspect(page, 'roster-preview');
  await page.getByRole('button', { name: 'Import 6 members' }).click();
  await page.getByRole('heading', { name: '5b' }).waitFor();
  await inspect(page, 'roster');
  await page.getByRole('link', { name: 'Cards' }).click();
  await page.getByRole('button', { name: 'Make missing cards' }).click();
  await page.getByRole('list', { name: 'Cards' }).waitFor();
  await inspect(page, 'cards');
  const text = await page.getByRole('listitem').first().innerText();
  await page.goto(`${club().origin}/card#${/\w{4}-\w{4}/.exec(text)?.[0] ?? ''}`);
  await page.getByRole('button', { name: 'Leave' }).waitFor();
  await inspect(page, 'by-card');
});

test('logging in, the account, and the members', async () => {
  await enroll(club(), 'Anna', 'a long password');
  const page = await visitor(club());
  await page.goto(`${club().origin}/members`);
  await page.getByText('Only organizers').waitFor();
  await inspect(page, 'members-refused');
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await inspect(page, 'login');
  await page.keyboard.press('Escape');
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByText('Anna').first().waitFor();
  await inspect(page, 'members');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await inspect(page, 'member-edit');
  await page.getByRole('button', { name: 'New password' }).click();
  await inspect(page, 'member-password');
  await page.locator('dialog section').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await inspect(page, 'member-remove');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logged in as admin' }).click();
  await inspect(page, 'account');
  await page.getByRole('dialog').getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Member added' }).first().waitFor();
  await inspect(page, 'audit');
  await page.getByLabel('Name, address or id').fill('nobody of this name');
  await page.getByText('No entries found').waitFor();
  await inspect(page, 'audit-none');
  await page.getByRole('link', { name: 'Server' }).click();
  await page.getByRole('heading', { name: 'Backups' }).waitFor();
  await inspect(page, 'server');
  await showServer(page);
  await inspect(page, 'server-busy');
  await page.getByRole('button', { name: 'Logged in as admin' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Only the admin').waitFor();
  await inspect(page, 'server-refused');
  await logIn(page, 'Anna', 'a long password');
  await page.getByRole('button', { name: 'Logged in as Anna' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await inspect(page, 'password');
});

/** A server with much to report, which no test can wait for. */
async function showServer(page: Page): Promise<void> {
  const usage: Usage = {
    library_bytes: 1_930_000_000,
    max_library_bytes: 2_000_000_000,
    bytes_per_hour: 64_000_000,
    max_unstarted_games: 50,
    connections: 1234,
    games: 317,
    engines: { workers: 16, busy: 16, waiting: 42 },
    clients: [
      { name: 'Anna', stored_bytes: 48_200_000, unstarted_games: 0 },
      { name: 'A member with a rather long name', stored_bytes: 920_000, unstarted_games: 12 },
      { name: '2001:db8:85a3:8d3:1319:8a2e:370:7348', stored_bytes: 1800, unstarted_games: 50 },
    ],
  };
  const backups: BackupState = {
    directory: '/var/lib/tabiya/a folder with a rather long name/backups',
    every_ms: 43_200_000,
    keep: 7,
    last: {
      at_ms: Date.UTC(2026, 0, 31, 12),
      file: 'library-2026-01-31T12-00-00Z.damaged.db',
      games: 12_345,
      bytes: 1_900_000_000,
      damaged: ['Xk3v9QmZ2a', 'b7T-p0LwYe'],
    },
    failure: {
      at_ms: Date.UTC(2026, 1, 1),
      error: {
        type: 'unwritable',
        path: '/var/lib/tabiya/backups',
        reason: 'No space left on device (os error 28)',
      },
      message: 'cannot write /var/lib/tabiya/backups: No space left on device (os error 28)',
    },
  };
  await page.route('**/api/usage', (route) => route.fulfill({ json: usage }));
  await page.route('**/api/backups', (route) => route.fulfill({ json: backups }));
  await page.getByText('No space left on device').waitFor();
}
