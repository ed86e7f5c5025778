/** Every way that a game ends is told in a plain sentence, over the board and under it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import type { NewGame } from '../src/wire/NewGame';
import { PASS_AND_PLAY, from, move, openAsBlack, plies, press, openGame, status } from './board';
import { onBothScreens, runningApp } from './harness';

const app = runningApp();

/** Waits for the card, and for the same words in the line that stays. */
async function ended(page: Page, sentence: string): Promise<void> {
  const end = page.getByRole('dialog', { name: 'Game over' });
  await end.getByText(sentence, { exact: true }).waitFor();
  await press(page, end.getByRole('button', { name: 'Close' }));
  await status(page, sentence);
}

async function playAll(page: Page, line: readonly string[]): Promise<void> {
  for (const [index, uci] of line.entries()) {
    await move(page, uci.slice(0, 2), uci.slice(2));
    await plies(page, index + 1);
  }
}

const KNIGHTS = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
const slow: Partial<NewGame> = { automatic_draws: false };

// req: A5, A7
for (const [rule, game, line, sentence] of [
  ['mate', {}, ['f2f3', 'e7e5', 'g2g4', 'd8h4'], 'Bo wins by checkmate'],
  ['stalemate', from('7k/8/5KQ1/8/8/8/8/8 w - - 0 1'), ['g6f7'], "Stalemate! It's a draw."],
  ['repetition', {}, [...KNIGHTS, ...KNIGHTS], 'Draw by threefold repetition'],
  ['fifty moves', from('7k/8/8/8/8/8/R7/6K1 w - - 99 80'), ['a2a3'], 'Draw by the 50-move rule'],
  [
    'seventy-five moves',
    { ...slow, ...from('7k/8/8/8/8/8/R7/6K1 w - - 149 99') },
    ['a2a3'],
    'Draw by the 75-move rule',
  ],
  [
    'too little material',
    from('7k/8/8/8/8/8/6p1/6K1 w - - 0 1'),
    ['g1g2'],
    'Draw by insufficient material',
  ],
] as const) {
  onBothScreens(app, `${rule} is named`, async (page, origin) => {
    await openGame(page, origin, { ...PASS_AND_PLAY, ...game });
    await playAll(page, line);
    await ended(page, sentence);
  });
}

// req: A5, A7
onBothScreens(app, 'a draw that is only claimed waits for the claim', async (page, origin) => {
  await openGame(page, origin, { ...PASS_AND_PLAY, ...slow });
  await playAll(page, [...KNIGHTS, ...KNIGHTS]);
  await press(page, page.getByRole('button', { name: 'More' }));
  await press(page, page.getByRole('button', { name: 'Claim draw' }));
  await ended(page, 'Draw by threefold repetition');
});

// req: B4, A5
onBothScreens(app, 'a clock that runs out ends the game', async (page, origin) => {
  const time = { base_ms: 1500, bonus: { type: 'none' } } as const;
  await openGame(page, origin, { ...PASS_AND_PLAY, time: { white: time, black: time } });
  await playAll(page, ['e2e4', 'e7e5']);
  await ended(page, 'Ada ran out of time. Bo wins.');
  await expect.poll(() => page.getByRole('timer').last().textContent()).toContain('00:00.0');
});

// req: B4, A7
onBothScreens(app, 'time that nobody could have mated in is a draw', async (page, origin) => {
  const time = { base_ms: 1500, bonus: { type: 'none' } } as const;
  const bare = from('8/8/8/4k3/8/8/4P3/4K3 b - - 0 1');
  await openGame(page, origin, { ...PASS_AND_PLAY, ...bare, time: { white: time, black: time } });
  await playAll(page, ['e5e4', 'e1d2', 'e4f4']);
  await ended(page, 'Draw: time ran out, but the opponent could not checkmate');
});

// req: A5
onBothScreens(app, 'resignation, agreement and an abort are announced to both', async (black) => {
  const white = await openAsBlack(app(), black, {});
  const more = async (page: Page, name: string): Promise<void> => {
    await press(page, page.getByRole('button', { name: 'More' }));
    await press(page, page.getByRole('button', { name }));
  };
  await more(white, 'Abort');
  for (const page of [white, black]) await ended(page, 'Game aborted');
  await white.context().close();

  const other = await openAsBlack(app(), black, {});
  await move(other, 'e2', 'e4');
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await plies(other, 2);
  await press(black, black.getByRole('button', { name: 'Offer draw' }));
  await press(other, other.getByRole('button', { name: 'Accept' }));
  for (const page of [other, black]) await ended(page, 'Draw by agreement');
  await other.context().close();

  const third = await openAsBlack(app(), black, {});
  await move(third, 'e2', 'e4');
  await plies(black, 1);
  await move(black, 'e7', 'e5');
  await plies(third, 2);
  await press(black, black.getByRole('button', { name: 'Resign' }));
  await press(black, black.getByRole('dialog').getByRole('button', { name: 'Resign' }));
  await ended(third, 'Bo resigned. You win.');
  await ended(black, 'You resigned. Ada wins.');
  await third.context().close();
});
