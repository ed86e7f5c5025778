import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { click, move, moves, plies, square, type } from './board';
import { startPassAndPlay, SCREENS } from './club';
import { Running } from './harness';

let running: Running;
beforeAll(async () => {
  running = await Running.start();
});
afterAll(async () => {
  await running.stop();
  expect(running.complaints).toEqual([]);
});

/** Opens the dialog with the position, as also those do who have no keys. */
async function openPosition(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Position (FEN, PGN)' }).click();
}

/** A game at one screen from a position. */
async function from(page: Page, fen: string): Promise<void> {
  await startPassAndPlay(page, running.origin);
  await page.keyboard.press('f');
  await page.getByLabel('FEN', { exact: true }).fill(fen);
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
}

describe.each(SCREENS)('on %s', (_, size, touch) => {
  const visitor = (): Promise<Page> => running.visitor(size, touch);

  // req: C2
  test('pass and play needs both names, and nothing that was typed is lost', async () => {
    const page = await visitor();
    await page.goto(running.origin);
    await page.getByRole('button', { name: 'Pass and play' }).click();
    await page.getByText('Enter both names, then move a piece.').waitFor();
    await page.getByLabel('White’s name').fill('Ada');
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.getByText('Please enter the player names').waitFor();
    await expect.poll(() => page.getByLabel('White’s name').inputValue()).toBe('Ada');
    await page.getByLabel('Black’s name').fill('Bo');
    await page.getByRole('button', { name: 'Start game' }).click();
    await page.waitForSelector('[data-square="e2"]:not(.home-board *)');
  });

  // req: C1, C2, C3
  test('names are changed during a game, and both are needed to keep it', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Player names' }).click();
    await page.getByLabel('White’s name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter the player names').waitFor();
    const name = `Grace ${size.width}`;
    await page.getByLabel('White’s name').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(name).first().waitFor();
    await expect.poll(() => moves(page)).toEqual(['e4']);
    await page.getByRole('link', { name: 'Library' }).click();
    await page.locator('tbody tr', { hasText: name }).waitFor();
  });

  // req: C1, A4, A5, B1
  test('two people play to mate, take it back and play it again', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await move(page, 'e7', 'e5');
    await expect.poll(() => moves(page)).toEqual([]);
    await move(page, 'f2', 'f3');
    await plies(page, 1);
    await type(page, 'e5', 'g4', 'Qh4');
    await page.getByText('Bo wins by checkmate').first().waitFor();
    await expect.poll(() => page.locator('square.check:visible').count()).toBe(1);
    await expect.poll(() => moves(page)).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
    await page.getByRole('dialog', { name: 'Game over' }).waitFor();
    // The card does not block the page.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await plies(page, 3);
    await page.keyboard.press('y');
    await plies(page, 4);
  });

  // req: C2
  test('a game goes on where it was after the window was closed', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4', 'e5');
    await page.goto('about:blank');
    await page.goto(running.origin);
    await page.getByText('Ada vs Bo, move 2').waitFor();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await plies(page, 2);
    await type(page, 'Nf3');
  });

  // req: A4, C6
  test('check is shown in the status bar, or in a dialog if set so', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4', 'f5', 'Qh5+');
    await page.getByText('Black is in CHECK').waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Dialog', { exact: true }).click();
    await page.keyboard.press('Escape');
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4', 'f5', 'Qh5+');
    const dialog = page.getByRole('dialog', { name: 'Black is in CHECK' });
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.waitFor({ state: 'detached' });
    await type(page, 'g6');
  });

  // req: C6, A5
  test('mate and stalemate are shown in a card', async () => {
    for (const [fen, san, sentence] of [
      ['7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'Qg7', 'Ada wins by checkmate'],
      ['7k/8/5KQ1/8/8/8/8/8 w - - 0 1', 'Qf7', "Stalemate! It's a draw."],
    ] as const) {
      const page = await visitor();
      await from(page, fen);
      await type(page, san);
      await page.getByRole('dialog', { name: 'Game over' }).getByText(sentence).waitFor();
      await page.context().close();
    }
  });

  // req: B2
  test('a bad FEN shows an error and the game stays', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4');
    await openPosition(page);
    for (const bad of ['nonsense', '8/8/8/8/8/8/8/8 w - - 0 1', '<img src=x onerror=alert(1)>']) {
      await page.getByLabel('FEN', { exact: true }).fill(bad);
      await page.getByRole('button', { name: 'Play from here' }).click();
      await page.locator('dialog [role="alert"]:not(:empty)').waitFor();
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => moves(page)).toEqual(['e4']);
  });

  // req: B2
  test('a game leaves as PGN and as FEN, and comes back', async () => {
    const page = await visitor();
    await startPassAndPlay(page, running.origin);
    await type(page, 'e4', 'c5', 'Nf3');
    await openPosition(page);
    const fen = await page.getByLabel('FEN', { exact: true }).inputValue();
    expect(fen).toMatch(/^rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R b /);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PGN' }).click(),
    ]);
    const pgn = readFileSync(await download.path(), 'utf8');
    expect(pgn).toContain('[White "Ada"]');
    expect(pgn).toContain('1. e4 c5 2. Nf3 *');
    await page.goto(`${running.origin}/library`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(pgn);
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await page.getByText('1 game was already in the library.').waitFor();
  });
});

// req: A6
test('a pawn is promoted to what was chosen, and not at all when it is canceled', async () => {
  const page = await running.visitor();
  await from(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
  await move(page, 'a7', 'a8');
  await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => square(page, 'a7')).toMatch(/white pawn/);
  await expect.poll(() => moves(page)).toEqual([]);
  await move(page, 'a7', 'a8');
  await page.getByRole('button', { name: 'knight' }).click();
  await plies(page, 1);
  await expect.poll(() => moves(page)).toEqual(['a8=N']);
});

// req: A6
test('castling moves king and rook', async () => {
  const page = await running.visitor();
  await from(page, 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
  await move(page, 'e1', 'g1');
  await plies(page, 1);
  await expect.poll(() => square(page, 'f1')).toMatch(/white rook/);
  await type(page, 'O-O-O');
  await expect.poll(() => square(page, 'd8')).toMatch(/black rook/);
});

// req: A6, B8
test('en passant takes the pawn that passed, and Chess960 castles onto the rook', async () => {
  const page = await running.visitor();
  await from(page, '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1');
  await type(page, 'd5', 'exd6');
  await expect.poll(() => square(page, 'd5')).toBe('d5, empty');
  await from(page, '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1');
  await move(page, 'e1', 'b1');
  await plies(page, 1);
  await expect.poll(() => moves(page)).toEqual(['O-O-O']);
  await expect.poll(() => square(page, 'c1')).toMatch(/white king/);
  await expect.poll(() => square(page, 'd1')).toMatch(/white rook/);
});

// req: A5
test('a game is aborted before it has begun', async () => {
  const page = await running.visitor();
  await startPassAndPlay(page, running.origin);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Abort' }).click();
  await page.getByText('Game aborted').first().waitFor();
});

// req: A5, A7
test('every draw names its rule', async () => {
  const back = ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8'];
  for (const [fen, line, sentence] of [
    ['7k/8/5KQ1/8/8/8/8/8 w - - 0 1', ['Qf7'], "Stalemate! It's a draw."],
    ['7k/8/8/8/8/8/6p1/6K1 w - - 0 1', ['Kxg2'], 'Draw by insufficient material'],
    ['7k/8/8/8/8/8/R7/6K1 w - - 99 80', ['Ra3'], 'Draw by the 50-move rule'],
    [null, back, 'Draw by threefold repetition'],
  ] as const) {
    const page = await running.visitor();
    if (fen === null) await startPassAndPlay(page, running.origin);
    else await from(page, fen);
    await type(page, ...line);
    await page.getByRole('dialog', { name: 'Game over' }).getByText(sentence).waitFor();
    await page.context().close();
  }
});

// req: A5
test('resignation and agreement end a game', async () => {
  const page = await running.visitor();
  await startPassAndPlay(page, running.origin);
  await type(page, 'e4', 'e5');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByText('Ada resigned. Bo wins').first().waitFor();
  await startPassAndPlay(page, running.origin);
  await type(page, 'e4', 'e5');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Agree to a draw' }).click();
  await page.getByText('Draw by agreement').first().waitFor();
});

// req: B3
test('keys and clicks step through the moves', async () => {
  const page = await running.visitor();
  await startPassAndPlay(page, running.origin);
  await type(page, 'e4', 'e5', 'Nf3');
  await click(page, 'a4');
  await page.locator('#content').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => square(page, 'e2')).toMatch(/white pawn/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => square(page, 'e4')).toMatch(/white pawn/);
  await expect.poll(() => square(page, 'e7')).toMatch(/black pawn/);
  await page.getByRole('button', { name: 'Nf3' }).click();
  await expect.poll(() => square(page, 'f3')).toMatch(/white knight/);
});
