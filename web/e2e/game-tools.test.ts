/** The player's tools: one test a thing that a person does and sees. */
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  create,
  from,
  move,
  moves,
  plies,
  openOptions,
  press,
  openGame,
  square,
  status,
  type,
} from './board';
import { anotherWindow, isTouched, PHONE, onBothScreens, runningApp } from './harness';

const app = runningApp();

// req: B1
onBothScreens(app, 'undo goes back to the start, and redo to the end', async (page, origin) => {
  await openGame(page, origin, AGAINST_EASY);
  const fen = async (): Promise<string> => {
    await page.keyboard.press('f');
    const text = await page.getByLabel('FEN', { exact: true }).inputValue();
    await page.keyboard.press('Escape');
    return text;
  };
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await move(page, 'd2', 'd4');
  await plies(page, 4);
  const [played, reached] = [await moves(page), await fen()];
  for (const left of [2, 0]) {
    await press(page, page.getByRole('button', { name: 'Undo' }));
    await plies(page, left);
  }
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  expect(await fen()).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await page.keyboard.press('y');
  await plies(page, 2);
  await press(page, page.getByRole('button', { name: 'Redo' }));
  await plies(page, 4);
  await expect.poll(async () => [await moves(page), await fen()]).toEqual([played, reached]);
  await page.keyboard.press('z');
  await plies(page, 2);
});

onBothScreens(app, 'spectators find a new game where players do', async (page, origin) => {
  const { id } = await create(origin, PASS_AND_PLAY);
  await page.goto(`${origin}/g/${id}`);
  await page.getByText('You are watching').waitFor();
  await press(page, page.getByRole('button', { name: 'More' }));
  const ofGame = page.getByRole('dialog').getByRole('region', { name: 'Game' });
  await expect.poll(() => ofGame.getByRole('button').allInnerTexts()).toEqual(['New game']);
});

// req: B2
onBothScreens(app, 'a FEN goes in and comes out, and a bad one changes nothing', async (page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openGame(page, app().origin, PASS_AND_PLAY);
  await move(page, 'e2', 'e4');
  await plies(page, 1);
  await press(page, page.getByRole('button', { name: 'More' }));
  await press(page, page.getByRole('button', { name: 'Position (FEN, PGN)' }));
  const [paste, load] = [
    page.getByLabel('FEN', { exact: true }),
    page.getByRole('button', { name: 'Play from here' }),
  ];
  for (const bad of ['nonsense', '8/8/8/8/8/8/8/8 w - - 0 1']) {
    await paste.fill(bad);
    await press(page, load);
    await page.locator('dialog [role="alert"]:not(:empty)').waitFor();
  }
  await expect.poll(() => moves(page)).toEqual(['e4']);
  await press(page, page.getByRole('button', { name: 'Copy PGN' }));
  await page.getByText('Copied').first().waitFor();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('1. e4 *');
  await paste.fill('  4k3/8/8/8/8/8/8/1N2KN2   w - - 0 1 ');
  await press(page, load);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await move(page, 'b1', 'd2');
  await plies(page, 1);
  await expect.poll(() => moves(page)).toEqual(['Nbd2']);
  await page.keyboard.press('f');
  await press(page, page.getByRole('button', { name: 'Copy FEN' }));
  const copied = page.evaluate(() => navigator.clipboard.readText());
  expect(await copied).toBe('4k3/8/8/8/8/8/3N4/4KN2 b - - 1 1');
});

// req: B3
onBothScreens(app, 'a click on a move shows its position', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  for (const [start, to] of [
    ['e2', 'e4'],
    ['e7', 'e5'],
    ['g1', 'f3'],
  ] as const) {
    await move(page, start, to);
    await page.locator(`[data-square="${to}"]:not([aria-label*="empty"])`).waitFor();
  }
  await plies(page, 3);
  await press(page, page.getByRole('button', { name: 'e4', exact: true }));
  await expect
    .poll(async () => [
      await square(page, 'e4'),
      await square(page, 'e7'),
      await square(page, 'g1'),
    ])
    .toEqual(['e4, white pawn', 'e7, black pawn', 'g1, white knight']);
  await status(page, 'Viewing an earlier position');
  await press(page, page.getByRole('button', { name: 'Previous move' }));
  await expect.poll(() => square(page, 'e2')).toBe('e2, white pawn');
  await press(page, page.getByRole('button', { name: 'Last move' }));
  await status(page, 'Black to move · move 2');
  await press(page, page.getByRole('button', { name: 'Previous move' }));
  await press(page, page.getByRole('button', { name: 'Return to the game' }));
  await status(page, 'Black to move · move 2');
});

// req: B4
onBothScreens(app, 'clocks show tenths at the end, and warn once', async (page, origin) => {
  await page.addInitScript(() => {
    const rung: number[] = [];
    Object.assign(window, { rung });
    const { setValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function set(value, when): AudioParam {
      rung.push(value);
      return setValueAtTime.call(this, value, when);
    };
  });
  const time = { base_ms: 10_600, bonus: { type: 'none' } } as const;
  await openGame(page, origin, { ...PASS_AND_PLAY, time: { white: time, black: time } });
  const clock = page.getByRole('timer').last();
  await expect.poll(() => clock.textContent()).toMatch(/^\s*00:10\s*$/);
  await move(page, 'e2', 'e4');
  await plies(page, 1);
  await move(page, 'e7', 'e5');
  await plies(page, 2);
  await expect.poll(() => clock.textContent()).toMatch(/00:09\.[0-8]/);
  const warnings = await page.evaluate(
    () => (window as unknown as { rung: number[] }).rung.filter((hertz) => hertz === 880).length,
  );
  expect(warnings).toBe(2);
});

// req: B5
onBothScreens(app, 'the evaluation follows the game until it is put away', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...from('4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1') });
  const worth = page.locator('.side [role="status"]', { has: page.locator('strong') });
  const toggle = async (): Promise<void> => {
    await press(page, page.getByRole('button', { name: 'More' }));
    await press(page, page.getByRole('button', { name: 'Evaluation' }));
  };
  await toggle();
  await worth.waitFor();
  const before = await worth.textContent();
  await move(page, 'e1', 'e2');
  await expect.poll(() => worth.textContent()).not.toBe(before);
  await expect.poll(() => worth.textContent()).toMatch(/^\s*[+#]/);
  await toggle();
  await worth.waitFor({ state: 'detached' });
});

// req: B6
test('the shortcuts are listed, and V fills the screen', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, AGAINST_EASY);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['Z', 'Y', 'R', 'F', 'H', 'X', 'M', 'V', 'Esc']) {
    await expect.poll(() => list.getByText(key, { exact: true }).count(), { message: key }).toBe(1);
  }
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.keyboard.press('v');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press('v');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
});

// req: B6
onBothScreens(app, 'settings are seen at once and remembered', async (page) => {
  const other = await anotherWindow(page);
  await other.goto(app().origin);
  await page.goto(app().origin);
  await press(page, page.getByRole('button', { name: 'Settings' }));
  for (const choice of ['Dark', 'Sea', 'Shapes', 'Slow', 'Français']) {
    await press(page, page.getByText(choice, { exact: true }));
  }
  await press(page, page.getByText('Sons', { exact: true }));
  await page.getByRole('heading', { name: 'Réglages' }).waitFor();
  await other.getByRole('button', { name: 'Commencer' }).waitFor();
  await other.close();
  await page.reload();
  await page.getByRole('button', { name: 'Commencer' }).waitFor();
  const applied = await page.evaluate(() => ({ ...document.documentElement.dataset }));
  expect(applied).toMatchObject({ theme: 'dark', board: 'sea' });
  await press(page, page.getByRole('button', { name: 'Réglages' }));
  for (const choice of ['Formes', 'Lente']) {
    await expect
      .poll(() => page.getByRole('radio', { name: choice }).isChecked(), { message: choice })
      .toBe(true);
  }
  await expect.poll(() => page.getByRole('checkbox', { name: 'Sons' }).isChecked()).toBe(false);
});

// req: B6
onBothScreens(app, 'moves are confirmed, in SAN, where somebody wants that', async (page) => {
  await page.goto(app().origin);
  await press(page, page.getByRole('button', { name: 'Settings' }));
  await press(page, page.getByText('Always'));
  await page.keyboard.press('Escape');
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await page.waitForSelector('[data-square="g1"]:not(.home-board *)');
  await move(page, 'g1', 'f3');
  await page.getByText('Play Nf3?').waitFor();
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => square(page, 'g1')).toContain('white knight');
  await move(page, 'd2', 'd4');
  await press(page, page.getByRole('button', { name: 'Play', exact: true }));
  await plies(page, 2);
});

// req: B8
test('whatever can be touched on a phone is at least 44 pixels wide and high', async () => {
  const page = await app().visitor(PHONE, true);
  const small = (): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, select, summary, label, input')]
        .filter((one) => one.checkVisibility() && !one.matches('.visually-hidden, .skip, label *'))
        .filter((one) => {
          const { width, height } = one.getBoundingClientRect();
          return Math.min(width, height) < 43.5;
        })
        .map((one) => one.outerHTML.slice(0, 100)),
    );
  await page.goto(app().origin);
  await openOptions(page);
  await press(page, page.getByText('More options'));
  expect(await small(), 'the first page').toEqual([]);
  await press(page, page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('dialog').waitFor();
  expect(await small(), 'the settings').toEqual([]);
  await openGame(page, app().origin, AGAINST_EASY);
  await move(page, 'e2', 'e4');
  await plies(page, 2);
  await press(page, page.getByRole('button', { name: 'Hint', exact: true }));
  await page.getByText('Look for a').waitFor();
  expect(await small(), 'a game').toEqual([]);
});

// req: C2
test('a name with markup in it stays text, and a long one is cut', async () => {
  const page = await app().visitor();
  await page.goto(app().origin);
  await page.getByRole('button', { name: 'Pass and play' }).click();
  await page.getByLabel('White’s name').fill('<b>x</b>');
  await page.getByLabel('Black’s name').fill('B'.repeat(10_000));
  await expect
    .poll(async () => (await page.getByLabel('Black’s name').inputValue()).length)
    .toBeLessThanOrEqual(32);
  await page.getByRole('button', { name: 'Start game' }).click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => page.locator('form b').count()).toBe(0);
});

test('an unknown game shows an error', async () => {
  const page = await app().visitor();
  await page.goto(`${app().origin}/g/nothing123`);
  await page.getByText('Game not found').waitFor();
  await page.goto(`${app().origin}/elsewhere`);
  await page.getByText('Page not found').waitFor();
});

onBothScreens(app, 'the last move stays in sight in a long game', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  const line = 'e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Bc5 O-O d6 c3 O-O Re1 a6 Bb3 Ba7 Nbd2 h6 Nf1 Re8'.split(
    ' ',
  );
  await type(page, ...line);
  await page.evaluate(() => scrollTo(0, 0));
  const last = page.locator(`[data-ply="${line.length}"]`);
  const isSeen = (): Promise<boolean> =>
    last.evaluate((move) => {
      const { left, right, top, bottom } = move.getBoundingClientRect();
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left >= 0 && right <= innerWidth && at !== null && move.contains(at);
    });
  await expect.poll(isSeen).toBe(true);
  await page.reload();
  await last.waitFor();
  await expect.poll(isSeen, { message: 'after a reload' }).toBe(true);
});

onBothScreens(app, 'the menu offers what makes sense on the screen', async (page, origin) => {
  await openGame(page, origin, PASS_AND_PLAY);
  await press(page, page.getByRole('button', { name: 'More' }));
  const menu = page.getByRole('dialog', { name: 'More' });
  const seen = (label: string) =>
    menu.getByRole('region', { name: label }).locator('button:visible, a:visible').allInnerTexts();
  await expect.poll(() => seen('Game')).toEqual(['Abort', 'Player names', 'New game']);
  await expect.poll(() => seen('Analysis')).toEqual(['Evaluation', 'Position (FEN, PGN)']);
  const others = isTouched(page) ? [] : ['Projector', 'Keyboard shortcuts'];
  await expect.poll(() => seen('View')).toEqual(['Full screen', 'Zen mode', ...others]);
});
