/** A game in a window, against the engine: one test a thing that a person does and sees. */
import { expect, test } from 'vitest';

import {
  AGAINST_EASY,
  PASS_AND_PLAY,
  click,
  drag,
  drawn,
  from,
  move,
  moves,
  plies,
  openOptions,
  press,
  openGame,
  square,
  status,
} from './board';
import { DESK, onBothScreens, runningApp } from './harness';

const app = runningApp();

// req: A1, A2
onBothScreens(app, 'a game begins with one click, and R or the menu goes back', async (page) => {
  await page.goto(app().origin);
  await openOptions(page);
  await press(page, page.getByText('Black', { exact: true }));
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await plies(page, 1);
  const [high, low] = await Promise.all(
    ['h1', 'a8'].map((name) => page.locator(`[data-square="${name}"]`).boundingBox()),
  );
  expect(high?.y).toBeLessThan(low?.y ?? 0);
  await expect
    .poll(() => page.locator('coords coord').allTextContents())
    .toEqual([...'12345678abcdefgh']);
  await status(page, 'Your move (Black) · move 1');
  await expect
    .poll(() => page.locator('.player .name').allInnerTexts())
    .toEqual(['Computer (Easy)', 'You']);
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Start game' }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Black' }).isChecked()).toBe(true);
  await page.goBack();
  await plies(page, 1);
  await press(page, page.getByRole('button', { name: 'More' }));
  await press(page, page.getByRole('button', { name: 'New game' }));
  await page.getByRole('button', { name: 'Start game' }).waitFor();
});

// req: A1, B6
onBothScreens(app, 'the last choices are remembered, down to the weakest level', async (page) => {
  await page.goto(app().origin);
  await openOptions(page);
  await press(page, page.getByText('By rating'));
  await page.getByRole('slider', { name: 'Rating' }).fill('400');
  await page.getByText('Pip').first().waitFor();
  await press(page, page.getByText('More options'));
  await press(page, page.getByText('Chess960'));
  await press(page, page.getByRole('button', { name: 'Start game' }));
  await page.getByText('Pip 400').first().waitFor();
  await page.goto(app().origin);
  await expect.poll(() => page.getByRole('slider', { name: 'Rating' }).inputValue()).toBe('400');
});

// req: A3
onBothScreens(app, 'a piece shows where it can go and is let go of again', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...from('4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1') });
  const [dots, rings] = [drawn(page, 'square.move-dest'), drawn(page, 'square.oc.move-dest')];
  await click(page, 'e4');
  await expect.poll(() => dots.count()).toBe(2);
  await expect.poll(() => rings.count()).toBe(1);
  await click(page, 'e4');
  await expect.poll(() => dots.count()).toBe(0);
  for (const elsewhere of ['h8', 'd5']) {
    await click(page, 'e1');
    await expect.poll(() => dots.count()).toBe(5);
    await click(page, elsewhere);
    await expect.poll(() => dots.count()).toBe(0);
  }
  await drag(page, 'e4', 'g7');
  await move(page, 'e4', 'e6');
  await click(page, 'd5');
  await expect.poll(() => square(page, 'e4')).toBe('e4, white pawn, can move to d5, e5');
  await expect.poll(() => moves(page)).toEqual([]);
  await move(page, 'e4', 'd5');
  await plies(page, 1);
  await drag(page, 'e8', 'd7');
  await plies(page, 2);
  await expect.poll(() => moves(page)).toEqual(['exd5', 'Kd7']);
});

// req: A4
onBothScreens(app, 'the last move is marked and a king in check is red', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...from('4k3/8/8/8/8/8/8/R3K3 w - - 0 1') });
  await move(page, 'a1', 'a8');
  await status(page, 'Black is in CHECK');
  await expect.poll(() => drawn(page, 'square.last-move').count()).toBe(2);
  const red = await drawn(page, 'square.check').boundingBox();
  const king = await page.locator('[data-square="e8"]').boundingBox();
  expect(Math.abs((red?.x ?? 0) - (king?.x ?? 99))).toBeLessThan(2);
  expect(Math.abs((red?.y ?? 0) - (king?.y ?? 99))).toBeLessThan(2);
});

// req: A5
onBothScreens(app, 'mate names the winner, freezes the board, and R begins anew', async (page) => {
  await openGame(page, app().origin, {
    ...PASS_AND_PLAY,
    ...from('6k1/8/6K1/8/8/8/8/R7 w - - 0 1'),
  });
  await move(page, 'a1', 'a8');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await end.getByText('Ada wins by checkmate').waitFor();
  await press(page, end.getByRole('button', { name: 'Close' }));
  await end.waitFor({ state: 'detached' });
  await click(page, 'g6');
  await move(page, 'g8', 'h8');
  await drag(page, 'g6', 'f6');
  await expect.poll(() => drawn(page, 'square.selected').count()).toBe(0);
  await expect.poll(() => moves(page)).toEqual(['Ra8#']);
  await expect.poll(() => square(page, 'g6')).toBe('g6, white king');
  await status(page, 'Ada wins by checkmate');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Start game' }).waitFor();
});

// req: A1, A5
onBothScreens(app, 'another level can be chosen for the next game', async (page, origin) => {
  await openGame(page, origin, { ...AGAINST_EASY, ...from('6k1/8/6K1/8/8/8/8/R7 w - - 0 1') });
  await move(page, 'a1', 'a8');
  const end = page.getByRole('dialog', { name: 'Game over' });
  await press(page, end.getByRole('button', { name: 'Change level' }));
  await press(page, end.getByText('Medium', { exact: true }));
  const before = page.url();
  await press(page, end.getByRole('button', { name: 'Start game' }));
  await page.waitForURL((url) => url.href !== before);
  await page.locator('.player', { hasText: 'Medium' }).waitFor();
  await status(page, 'Your move (Black) · move 1');
});

// req: A6
onBothScreens(app, 'king and rook castle in one animation', async (page, origin) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openGame(page, origin, {
    ...PASS_AND_PLAY,
    ...from('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'),
  });
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = (): void => {
      const moving = [...document.querySelectorAll('cg-board piece.anim')];
      seen.add(
        moving
          .map((piece) => piece.classList[1] ?? '')
          .toSorted()
          .join('+'),
      );
      requestAnimationFrame(look);
    };
    look();
  });
  await move(page, 'e1', 'g1');
  await plies(page, 1);
  const together = (): Promise<boolean> =>
    page.evaluate(() => (window as unknown as { seen: Set<string> }).seen.has('king+rook'));
  await expect.poll(together).toBe(true);
  await expect
    .poll(async () => [await square(page, 'g1'), await square(page, 'f1')])
    .toEqual(['g1, white king', 'f1, white rook']);
  await move(page, 'e8', 'c8');
  await plies(page, 2);
  await expect.poll(() => square(page, 'd8')).toMatch(/black rook/);
});

// req: A6
onBothScreens(app, 'a pawn becomes what was chosen, or goes back', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...from('8/P6k/8/3pP3/8/8/8/K7 w - d6 0 1') });
  const choices = page.getByRole('dialog', { name: 'Promote to' });
  await move(page, 'a7', 'a8');
  await choices.waitFor();
  await expect
    .poll(() => choices.getByRole('button', { name: /queen|knight|rook|bishop/ }).count())
    .toBe(4);
  await press(page, choices.getByRole('button', { name: 'Cancel' }));
  await choices.waitFor({ state: 'detached' });
  await expect
    .poll(async () => [await square(page, 'a7'), await moves(page)])
    .toEqual(['a7, white pawn, can move to a8', []]);
  await drag(page, 'a7', 'a8');
  await press(page, choices.getByRole('button', { name: 'rook' }));
  await plies(page, 1);
  await expect.poll(() => moves(page)).toEqual(['a8=R']);
});

// req: A6
onBothScreens(app, 'en passant takes the pawn that passed', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...from('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1') });
  await move(page, 'd7', 'd5');
  await plies(page, 1);
  await move(page, 'e5', 'd6');
  await plies(page, 2);
  await expect
    .poll(async () => [await square(page, 'd5'), await drawn(page, 'piece').count()])
    .toEqual(['d5, empty', 3]);
  await page.locator('.player', { hasText: 'Ada' }).getByText('+1').waitFor();
});

// req: A8, B1
onBothScreens(app, 'the engine thinks in the background, and undo ends that', async (page) => {
  const full = { name: 'Tabiya', player: { type: 'engine', strength: { type: 'full' } } } as const;
  const person = { name: null, player: { type: 'person' } } as const;
  const seats = { white: person, black: full };
  // With this much time it thinks for longer than the test takes on any computer.
  const hours = { base_ms: 10 * 3_600_000, bonus: { type: 'none' } } as const;
  await openGame(page, app().origin, { seats, time: { white: hours, black: hours } });
  await move(page, 'e2', 'e4');
  await status(page, 'AI is thinking…');
  await status(page, 'move 1');
  await page.locator('.status .dots i').first().waitFor();
  await move(page, 'e7', 'e5');
  await expect.poll(() => drawn(page, 'square.current-premove').count()).toBe(0);
  await move(page, 'd2', 'd4');
  await expect.poll(() => drawn(page, 'square.current-premove').count()).toBe(2);
  await press(page, page.getByRole('button', { name: 'Undo' }));
  await plies(page, 0);
  await status(page, 'Your move (White) · move 1');
  await expect.poll(() => drawn(page, 'square.current-premove').count()).toBe(0);
  await page.getByText('Your premove d2 to d4 is no longer possible').waitFor();
  const idle = async (): Promise<number> =>
    (await (await fetch(`${app().origin}/health`)).json()).engines.busy;
  await expect.poll(idle).toBe(0);
  // A game without a clock that is left does not keep the engine from the next one.
  await openGame(page, app().origin, { seats });
  await move(page, 'e2', 'e4');
  await status(page, 'AI is thinking…');
  await page.keyboard.press('r');
  await expect.poll(idle).toBe(0);
});

// req: A8
test('the first board is there within a second of the click', async () => {
  const tries: number[] = [];
  // A computer that does something else at the moment may need another try.
  while (tries.length < 5 && Math.min(...tries) >= 1000) {
    const page = await app().visitor(DESK);
    await page.goto(app().origin);
    const ready = await page.evaluate(() => Math.round(performance.now()));
    const begun = Date.now();
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('cg-board piece');
    tries.push(Date.now() - begun);
    console.log(`page ready after ${ready} ms, board ${tries.at(-1)} ms after the click`);
  }
  expect(Math.min(...tries)).toBeLessThan(1000);
});

// req: A5, A8
test('a whole game against Easy comes to an end that names its reason', async () => {
  const page = await app().visitor();
  await openGame(page, app().origin, AGAINST_EASY);
  const end = page.getByRole('dialog', { name: 'Game over' });
  const input = page.locator('#typed-move');
  const labels = page.locator('[data-square][aria-label*="can move to"]');
  // Random legal moves usually lead to a quick mate, but not always. Without progress, the game is a
  // draw after fifty moves.
  for (let turn = 0; turn < 600; turn += 1) {
    await end.or(labels).first().waitFor();
    if (await end.isVisible()) break;
    const label =
      (await labels.nth(turn % (await labels.count())).getAttribute('aria-label')) ?? '';
    const [start = '', to = ''] = [label.slice(0, 2), label.slice(-2)];
    const before = (await moves(page)).length;
    await input.fill(`${start}${to}`);
    await input.press('Enter');
    const queen = page.getByRole('button', { name: 'queen', exact: true });
    if (await queen.isVisible()) await queen.click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('button.move').length > count,
      before,
    );
  }
  const reason = /wins? by checkmate|Stalemate|^Draw/;
  await end.getByText(reason).waitFor({ timeout: 30_000 });
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Start game' }).waitFor();
});
