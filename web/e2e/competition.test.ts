/** A competition from creation to standings: the organizer's laptop, a player's phone, the wall. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import { violations } from './axe';
import { move, plies } from './board';
import { ADMIN_PASSWORD, enroll, logIn, SCREENS, runningClub } from './club';
import { PHONE, wakeLocks } from './harness';

const PASSWORD = 'a rather long password';

const club = runningClub();
beforeAll(async () => {
  for (const name of ['Anna', 'Bruno']) await enroll(club(), name, PASSWORD);
});

/** Somebody who is logged in. Axe puts a style of its own into pages, which the policy forbids. */
async function person(name: string, size?: typeof PHONE, touch = false): Promise<Page> {
  const page = await club().visitor(size, touch, true);
  await page.goto(`${club().origin}/competitions`);
  await logIn(page, name, name === 'admin' ? ADMIN_PASSWORD : PASSWORD);
  return page;
}

/** Creates a competition of guests, or of all members, in one page. Returns its address. */
async function create(page: Page, name: string, guests: readonly string[] | 'members') {
  await page.goto(`${club().origin}/competitions`);
  await page.getByRole('link', { name: 'New competition' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (guests === 'members') await page.getByRole('button', { name: 'All (2)' }).click();
  else await page.getByLabel('Guests').fill(guests.join('\n'));
  const count = guests === 'members' ? 2 : guests.length;
  await page.getByText(`${count} players chosen`).waitFor();
  await page.getByRole('button', { name: 'Create competition' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page.url();
}

async function pair(page: Page, round: number): Promise<void> {
  await page.getByRole('button', { name: `Pair round ${round}` }).click();
  await page.getByRole('combobox', { name: 'Rounds' }).waitFor();
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Rounds' }).inputValue())
    .toBe(String(round));
}

/** White wins on all boards that have no result yet. */
async function whiteWinsEverywhere(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'White wins:', pressed: false });
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().click();
    await expect.poll(() => open.count()).toBe(left - 1);
  }
  await page.getByText('All results are in').waitFor();
}

const GUESTS = ['Ada, 1800', 'Ben, 1700', 'Cleo, 1600', 'Dan, 1500', 'Eve, 1400'];

describe.each(SCREENS)('on %s', (screen, size, touch) => {
  // req: C8
  test('an organizer pairs guests, enters results, corrects, and undoes a mistake', async () => {
    const page = await person('admin', size, touch);
    const address = await create(page, `Open ${screen}`, GUESTS);
    await page.getByText('No rounds paired yet.').waitFor();
    await pair(page, 1);
    await page.getByText('2 results missing').waitFor();
    await page.getByText('Eve').last().waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Pair round 2' }).isDisabled())
      .toBe(true);
    await whiteWinsEverywhere(page);

    // Somebody comes late, and plays from the next round on.
    await page.getByRole('link', { name: 'Players' }).click();
    await page.getByRole('button', { name: 'Add players' }).click();
    await page.getByLabel('Guests').fill('Fay\nada');
    await page.getByRole('button', { name: 'Enter players' }).click();
    await page.getByText('The name “Ada” is already taken.').waitFor();
    await page.getByLabel('Guests').fill('Fay, 1550');
    await page.getByRole('button', { name: 'Enter players' }).click();
    await page.getByRole('row', { name: 'Fay' }).waitFor();
    await page.getByRole('link', { name: 'Pairings' }).click();
    await pair(page, 2);
    await page.getByText('3 results missing').waitFor();
    await whiteWinsEverywhere(page);

    // A wrong result of the first round, corrected and undone.
    await page.getByRole('button', { name: 'Previous round' }).click();
    await page.getByRole('button', { name: 'Draw:' }).first().click();
    await page.getByRole('button', { name: 'Draw:', pressed: true }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Undo: .* ½–½ \(round 1, board 1\)/ }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    await page.goto(`${address}/crosstable`);
    await page.getByRole('row', { name: /^1 / }).waitFor();
    await expect.poll(() => page.getByText('½').count()).toBe(0);

    // Somebody leaves and is not paired any more.
    await page.goto(`${address}/players`);
    await page.getByRole('button', { name: 'Edit Dan' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn').waitFor();
    await page.goto(address);
    await pair(page, 3);
    await page.getByText('2 results missing').waitFor();

    await page.goto(`${address}/standings`);
    await page.getByRole('rowheader', { name: 'Ada' }).waitFor();
    await expect.poll(() => page.getByRole('columnheader', { name: 'BH/C1' }).count()).toBe(1);
    await page.context().close();
  });

  test('every screen of a competition is accessible, and nothing sticks out', async () => {
    const page = await person('admin', size, touch);
    const address = await create(page, `Screens ${screen}`, GUESTS);
    await pair(page, 1);
    const parts = ['', '/standings', '/crosstable', '/players', '/history', '/settings', '/slips'];
    for (const part of [...parts, '/screen']) {
      await page.goto(address + part);
      await page.getByText(`Screens ${screen}`).first().waitFor();
      await page.getByText('Loading').waitFor({ state: 'detached' });
      expect(await violations(page), part).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, part).toBeLessThanOrEqual(size.width);
    }
    await page.goto(`${club().origin}/competitions/new`);
    await page.getByText('More options').click();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

// req: C8
test('two players report by phone: they disagree, agree, and the result counts', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'Two members', 'members');

  const anna = await person('Anna', PHONE, true);
  const bruno = await person('Bruno', PHONE, true);
  for (const page of [anna, bruno]) {
    await page.goto(address);
    await page.getByText('Your next opponent appears here').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Pair round 1' }).count()).toBe(0);
  }
  await pair(organizer, 1);
  // Both phones follow by themselves.
  await anna.getByRole('button', { name: 'I won' }).click();
  await anna.getByText('Waiting for Bruno’s report.').waitFor();
  await bruno.getByText(/Anna reported [01]–[01]. Is that right\?/).waitFor();
  await bruno.getByRole('button', { name: 'No', exact: true }).click();
  await bruno.getByRole('button', { name: 'Draw' }).click();
  await anna.getByText('You two disagree').waitFor();
  await bruno.getByText('You two disagree').waitFor();
  await organizer.getByText('1 disputed result').waitFor();
  expect(await violations(bruno)).toEqual([]);
  await anna.getByRole('button', { name: 'Draw' }).click();
  await anna.getByText('Result: ½–½').waitFor();
  await organizer.getByText('All results are in').waitFor();

  // Another round, though only one was planned.
  await organizer.goto(`${address}/settings`);
  await organizer.getByLabel('Rounds').fill('2');
  await organizer.getByRole('button', { name: 'Save', exact: true }).click();
  await organizer.getByText('Settings saved').waitFor();
  await organizer.getByRole('link', { name: 'History' }).click();
  await organizer.getByText('Settings changed').waitFor();
  for (const page of [anna, bruno, organizer]) await page.context().close();
});

test('a competition needs a name, and the app says so in its own words', async () => {
  const organizer = await person('admin');
  await organizer.goto(`${club().origin}/competitions/new`);
  await organizer.getByRole('button', { name: 'Create competition' }).click();
  const alert = organizer.getByRole('alert').getByText('Give the competition a name.');
  await alert.waitFor();
  // The field that is meant has the focus.
  await organizer.keyboard.type('Named late');
  await organizer.getByRole('button', { name: 'Create competition' }).click();
  await organizer.getByRole('heading', { name: 'Named late', level: 1 }).waitFor();
  await organizer.getByRole('link', { name: 'Settings' }).click();
  await organizer.getByLabel('Name', { exact: true }).fill(' ');
  await organizer.getByRole('button', { name: 'Save', exact: true }).click();
  await alert.waitFor();
  await organizer.context().close();
});

test('games of members start with one click, and the home page leads there', async () => {
  const organizer = await person('admin');
  await create(organizer, 'Played here', 'members');
  await pair(organizer, 1);
  // Nothing moves under the pointer: the button stays, and so does the height of the rows.
  const start = organizer.getByRole('button', { name: 'Start all games' });
  const places = () =>
    Promise.all(
      [organizer.getByRole('button', { name: 'Undo pairing' }), organizer.locator('tbody')].map(
        (one) => one.boundingBox(),
      ),
    );
  const before = await places();
  await start.click();
  await organizer.getByRole('link', { name: /^Open game: / }).waitFor();
  await expect.poll(() => start.isDisabled()).toBe(true);
  expect(await places()).toEqual(before);
  // On a phone, a row still has room for both names beside each other.
  await organizer.setViewportSize(PHONE);
  const [white0, black0] = await Promise.all(
    ['.white', '.black'].map((side) => organizer.locator(`tbody ${side}`).first().boundingBox()),
  );
  expect(Math.min(white0?.width ?? 0, black0?.width ?? 0)).toBeGreaterThan(PHONE.width / 4);
  // It says which color they have, where the head of the table is not shown.
  for (const [side, name] of [
    ['.white', /^White:\s+(Anna|Bruno)$/],
    ['.black', /^Black:\s+(Anna|Bruno)$/],
  ] as const) {
    await expect.poll(() => organizer.locator(`tbody ${side}`).first().innerText()).toMatch(name);
    const mark = await organizer.locator(`tbody ${side} .color`).first().boundingBox();
    expect([mark?.width, mark?.height]).toEqual([12, 12]);
  }
  const players: Page[] = [];
  for (const name of ['Anna', 'Bruno']) {
    const page = await person(name, PHONE, true);
    await page.goto(club().origin);
    const card = page.locator('section').filter({ hasText: 'Your game in Played here' });
    const isWhite = (await card.innerText()).includes('White against');
    await card.getByRole('button', { name: 'Play' }).click();
    await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
    if (isWhite) players.unshift(page);
    else players.push(page);
  }
  // Wherever they come from, it is the same game to them.
  const [other] = players;
  await other?.goto(`${club().origin}/lobby`);
  const own = other?.getByRole('listitem').filter({ hasText: 'you' });
  await own?.getByRole('button', { name: 'Continue' }).click();
  await other?.waitForSelector('[data-square="e2"]:not(.home-board *)');
  await other?.evaluate(() => {
    const keys = Object.keys(localStorage).filter((key) => key.includes('competition:'));
    for (const key of keys) localStorage.removeItem(key);
  });
  const [white, black] = players;
  if (white === undefined || black === undefined) throw new Error('two players');
  await move(white, 'e2', 'e4');
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await plies(white, 2);
  await white.getByRole('button', { name: 'More' }).click();
  await white.getByRole('button', { name: 'Give 15 seconds' }).waitFor();
  await expect.poll(() => white.getByRole('button', { name: 'Request takeback' }).count()).toBe(0);
  await white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  // The result is taken over by itself.
  await organizer.getByRole('button', { name: 'Black wins:', pressed: true }).waitFor();
  for (const page of [white, black]) {
    await page.getByRole('link', { name: 'Back to the competition' }).waitFor();
    expect(await page.getByRole('button', { name: 'Rematch' }).count()).toBe(0);
  }
  for (const page of [white, black, organizer]) await page.context().close();
});

test('whoever plays a guest is told that the organizer confirms the result', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'With a guest', []);
  await organizer.getByText('Enter the players, then pair the first round.').waitFor();
  await organizer.getByRole('link', { name: 'Players' }).click();
  await organizer.getByRole('button', { name: 'Add players' }).click();
  await organizer.getByLabel('Anna').check();
  await organizer.getByLabel('Guests').fill('Zoe');
  await organizer.getByRole('button', { name: 'Enter players' }).click();
  await organizer.getByRole('row', { name: 'Anna' }).waitFor();
  await organizer.getByRole('link', { name: 'Pairings' }).click();
  await organizer.getByText('Pair the first round as soon as everybody is entered.').waitFor();
  await pair(organizer, 1);
  const anna = await person('Anna', PHONE, true);
  await anna.goto(address);
  await anna.getByRole('button', { name: 'I won' }).click();
  await anna.getByText('The organizer will confirm it.').waitFor();
  for (const page of [anna, organizer]) await page.context().close();
});

test('players who share a place are told apart in the cross table', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'Cross', ['Ada, 1800', 'Ben, 1700']);
  await pair(organizer, 1);
  await organizer.getByRole('button', { name: 'Draw:' }).first().click();
  await organizer.getByRole('button', { name: 'Draw:', pressed: true }).waitFor();
  await organizer.goto(`${address}/crosstable`);
  await organizer.getByRole('row', { name: /^1 Ada 2[wb]½/ }).waitFor();
  await organizer.getByRole('row', { name: /^2 Ben 1[wb]½/ }).waitFor();
  // Who has entered is undone only as long as nobody is paired.
  await organizer.getByRole('link', { name: 'History' }).click();
  await organizer.getByText('Ben entered').waitFor();
  expect(await organizer.getByRole('button', { name: 'Undo: Ben entered' }).count()).toBe(0);
  await organizer.context().close();
});

// req: C8
test('the wall follows by itself, and a server that was killed is caught up with', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'On the wall', GUESTS);
  const wall = await club().visitor({ width: 1920, height: 1080 });
  const locks = await wakeLocks(wall);
  await wall.goto(`${address}/screen`);
  await wall.getByRole('cell', { name: 'Ada' }).waitFor();
  expect(await locks(), 'the screen stays on').toBe(1);
  await pair(organizer, 1);
  await wall.getByText('Round 1 of').waitFor();
  await wall.getByRole('button', { name: 'Pause' }).click();
  await organizer.getByRole('button', { name: 'White wins:' }).first().click();
  await wall.getByRole('cell', { name: '1–0' }).waitFor();
  await club().kill();
  await wall.getByText('Connection lost').waitFor();
  await club().revive();
  await wall.getByText('Connection lost').waitFor({ state: 'detached', timeout: 30_000 });
  await organizer.reload();
  await organizer.getByRole('button', { name: 'White wins:', pressed: false }).first().click();
  await expect.poll(() => wall.getByRole('cell', { name: '1–0' }).count()).toBe(2);
  for (const page of [organizer, wall]) await page.context().close();
});

test('on paper there are results and names, and nothing to press', async () => {
  const page = await person('admin');
  const address = await create(page, 'Printed', GUESTS);
  await pair(page, 1);
  await page.emulateMedia({ media: 'print' });
  for (const button of ['Pair round 2', 'Print']) {
    await expect.poll(() => page.getByRole('button', { name: button }).isVisible()).toBe(false);
  }
  await page.getByRole('heading', { name: 'Round 1' }).waitFor();
  await page.goto(`${address}/slips`);
  await expect.poll(() => page.getByText('Signature White').count()).toBe(2);
  await expect.poll(() => page.getByRole('link', { name: 'Back' }).isVisible()).toBe(false);
  await page.context().close();
});

test('by keyboard alone: results are typed row by row', async () => {
  const page = await person('admin');
  await create(page, 'Typed', GUESTS);
  await pair(page, 1);
  await page.getByRole('button', { name: 'White wins:' }).first().focus();
  for (const key of ['1', '=']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'White wins:', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Draw:', pressed: true }).waitFor();
  await page.getByRole('button', { name: 'Pair round 2' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('2 results missing').waitFor();
  await page.context().close();
});

test('visitors follow without an account and cannot organize', async () => {
  const organizer = await person('admin');
  const address = await create(organizer, 'Public', GUESTS);
  await pair(organizer, 1);
  const visitor = await club().visitor();
  await visitor.goto(address);
  await visitor.getByRole('cell', { name: 'Ada' }).waitFor();
  await expect.poll(() => visitor.getByRole('link', { name: 'History' }).count()).toBe(0);
  await expect.poll(() => visitor.getByRole('button', { name: 'White wins:' }).count()).toBe(0);
  await visitor.goto(`${club().origin}/competitions/new`);
  await visitor.getByText('Only organizers can create competitions.').waitFor();
  await visitor.goto(`${club().origin}/competitions/AAAAAAAAAA`);
  await visitor.getByText('Competition not found').waitFor();
  for (const page of [organizer, visitor]) await page.context().close();
});
