// req: C7, C8
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';

import { ADMIN_PASSWORD, logIn, SCREENS, runningClub } from './club';

const club = runningClub();

/** A class list as a German spreadsheet saves it, with a column that nobody needs. */
function classList(pupils: number): Buffer {
  const rows = Array.from({ length: pupils }, (_, index) => {
    const rating = index % 3 === 0 ? String(800 + index) : '';
    return `Schüler${index};Zoë;5${index < 15 ? 'a' : 'b'};${rating};1.2.2015`;
  });
  return Buffer.from(
    ['Nachname;Vorname;Klasse;DWZ;Geburtstag', ...rows, ''].join('\r\n'),
    'latin1',
  );
}

const file = (buffer: Buffer) => ({ name: 'class.csv', mimeType: 'text/csv', buffer });

test('a class list becomes members with cards, and a pupil logs in and leaves', async () => {
  const page = await club().visitor();
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByText('No members yet').waitFor();

  await page.getByRole('button', { name: 'Import list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import list' });
  const choose = dialog.locator('input[type="file"]');
  await choose.setInputFiles(file(Buffer.from('Name;Elo\nAnna;900\nAnna;\nBen;9999\n')));
  await dialog.getByText('2 rows have an error').waitFor();
  await dialog.getByText('Same name as in line 2').waitFor();
  await dialog.getByText('“9999” is not a rating from 100 to 4000.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: /^Import/ }).count()).toBe(0);
  await choose.setInputFiles(file(Buffer.from('PK\u0003\u0004\0\0')));
  await dialog.getByText('This is not a text file').waitFor();
  await choose.setInputFiles(file(classList(30)));
  await dialog.getByText('30 new, 0 changed, 0 unchanged').waitFor();
  await dialog.getByText('Columns that are not used: Geburtstag').waitFor();
  await dialog.getByRole('button', { name: 'Import 30 members' }).click();
  await page.getByText('List imported: 30 new, 0 changed.').waitFor();
  await page.getByRole('heading', { name: '5a 15 members' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(30 + 2);

  await page.getByRole('link', { name: 'Cards' }).click();
  await page.getByText('No cards yet').waitFor();
  await page.getByRole('button', { name: 'Make missing cards' }).click();
  await page.getByText('30 cards were made.').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Make missing cards' }).isDisabled())
    .toBe(true);
  const cards = page.getByRole('list', { name: 'Cards' }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(30);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByRole('heading', { name: 'Cards' }).isVisible()).toBe(false);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length, 'ten cards fit on a page').toBe(3);
  await page.emulateMedia({ media: null });
  const texts = await cards.allInnerTexts();
  const [first = '', second = ''] = texts.map((text) => /\w{4}-\w{4}/.exec(text)?.[0] ?? '');
  expect(texts[0]).toContain('Zoë Schüler0');

  const tablet = await club().visitor({ width: 820, height: 1180 }, true);
  await tablet.goto(`${club().origin}/card`);
  const code = tablet.getByLabel('Code');
  await code.pressSequentially('cdfg2345');
  await expect.poll(() => code.inputValue()).toBe('CDFG-2345');
  await tablet.keyboard.press('Enter');
  await tablet.getByText('No valid card has this code.').waitFor();
  await code.fill('');
  await code.pressSequentially(first.toLowerCase().replace('-', ''));
  await tablet.getByRole('button', { name: 'Let’s play' }).click();
  await tablet.getByText('Hello, Zoë Schüler0!').waitFor();
  await tablet.getByRole('button', { name: 'Logged in as Zoë Schüler0' }).waitFor();
  await tablet.getByRole('button', { name: 'Leave' }).click();
  await tablet.getByText('You have left.').waitFor();
  await code.waitFor();

  // The next pupil holds the card in front of the camera.
  await tablet.goto('about:blank');
  await tablet.goto(`${club().origin}/card#${second}`);
  await tablet.getByRole('button', { name: /^Logged in as Zoë Schüler/ }).waitFor();
  expect(tablet.url()).not.toContain(second);
  await tablet.context().close();
  await page.context().close();
});

/** Whether a notice is on a button that was scrolled into view, as the keyboard does it. */
const isCovered = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const notice = document.querySelector('.notice')?.getBoundingClientRect();
    if (notice === undefined) throw new Error('there is no notice');
    const { bottom, right } = element.getBoundingClientRect();
    // Pages scroll by whole pixels.
    return bottom >= notice.top + 1 && right > notice.left;
  });

test.each(SCREENS)('a member is added, edited and removed on %s', async (screen, size, touch) => {
  const page = await club().visitor(size, touch);
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Add member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(`Kim ${screen}`);
  await dialog.getByLabel('Group').fill('7z');
  await dialog.getByLabel('Rating').fill('1200');
  await dialog.getByRole('button', { name: 'Add member' }).click();
  await page.getByText(`Kim ${screen} was added.`).waitFor();
  const row = page.getByRole('row').filter({ hasText: `Kim ${screen}` });
  expect(await isCovered(row.getByRole('button', { name: 'Edit' }))).toBe(false);
  await row.getByText('1200').waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Make card' }).click();
  await page.getByText(`Kim ${screen} has a new card`).waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByText('Has a card').waitFor();
  await dialog.getByRole('button', { name: 'Revoke card' }).click();
  await page.getByText(`The card of Kim ${screen} was revoked.`).waitFor();
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Role').selectOption('Organizer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Organizer').waitFor();

  await page.getByLabel('Search by name').fill('nobody of this name');
  await page.getByText('No members found').waitFor();
  await page.getByLabel('Search by name').fill('KIM');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`Kim ${screen} was removed.`).waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.context().close();
});

test('with the keyboard alone, a list is imported and an organizer sees only what is theirs', async () => {
  const page = await club().visitor();
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Add member' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Olga');
  await page.getByLabel('Role').selectOption('Organizer');
  await page.getByRole('dialog').getByLabel('Password').fill('a long password');
  await page.keyboard.press('Enter');
  await page.getByText('Olga was added.').waitFor();
  await page.context().close();

  const organizer = await club().visitor();
  await organizer.goto(`${club().origin}/members`);
  await logIn(organizer, 'Olga', 'a long password');
  const own = organizer.getByRole('row').filter({ hasText: 'Olga' });
  await own.waitFor();
  await expect.poll(() => own.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await expect.poll(() => organizer.getByRole('link', { name: 'Server' }).count()).toBe(0);
  await organizer.getByRole('button', { name: 'Import list' }).focus();
  await organizer.keyboard.press('Enter');
  const dialog = organizer.getByRole('dialog', { name: 'Import list' });
  await expect
    .poll(() =>
      dialog.locator('input[type="file"]').evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
  await dialog.locator('input[type="file"]').setInputFiles(file(Buffer.from('Name\nOlga\nPia\n')));
  await dialog.getByText('1 new, 0 changed, 1 unchanged').waitFor();
  await dialog.getByRole('button', { name: 'Import 1 member' }).focus();
  await organizer.keyboard.press('Enter');
  await organizer.getByText('List imported: 1 new').waitFor();
  await organizer.context().close();
});

// req: B6
test('the actions of a long dialog are in sight on the smallest phone', async () => {
  const page = await club().visitor();
  await page.goto(`${club().origin}/members`);
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole('main').getByRole('button', { name: 'Add member' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add member' });
  for (const name of ['Cancel', 'Add member']) {
    const bottom = async (): Promise<number> => {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity);
    };
    await expect.poll(bottom, { message: name }).toBeLessThanOrEqual(568);
  }
  // A field that gets the focus is not below them.
  const password = dialog.getByLabel('Password', { exact: false });
  await password.focus();
  const isSeen = (): Promise<boolean> =>
    password.evaluate((field) => {
      const { left, top, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === field;
    });
  await expect.poll(isSeen).toBe(true);
  await page.context().close();
});
