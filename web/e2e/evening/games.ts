/** Short games that two browsers really play on the board. */
import type { Page } from 'playwright-core';

import { move, plies, press } from '../board';
import type { BoardResult } from '../../src/wire/BoardResult';

/** How a game goes on after its moves. */
type Ending = 'by itself' | 'White resigns' | 'Black resigns' | 'agreed';

export interface Script {
  /** The moves as squares, such as `e2e4`. */
  readonly moves: readonly string[];
  readonly ending: Ending;
  readonly result: BoardResult;
}

const line = (moves: string): string[] => moves.split(' ');

const FOOLS_MATE: Script = {
  moves: line('f2f3 e7e5 g2g4 d8h4'),
  ending: 'by itself',
  result: 'black_wins',
};
const SCHOLARS_MATE: Script = {
  moves: line('e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7'),
  ending: 'by itself',
  result: 'white_wins',
};
const WHITE_RESIGNS: Script = {
  moves: line('d2d4 d7d5 c2c4 e7e6'),
  ending: 'White resigns',
  result: 'black_wins',
};
const BLACK_RESIGNS: Script = {
  moves: line('e2e4 c7c5 g1f3'),
  ending: 'Black resigns',
  result: 'white_wins',
};
const AGREED: Script = { moves: line('g1f3 g8f6'), ending: 'agreed', result: 'draw' };
/** The shortest game that ends with a stalemate, found by Sam Loyd. */
const STALEMATE: Script = {
  moves: line(
    'e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 a5c7 a6h6 h2h4 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6',
  ),
  ending: 'by itself',
  result: 'draw',
};

const USUAL = [SCHOLARS_MATE, BLACK_RESIGNS, FOOLS_MATE, AGREED, WHITE_RESIGNS];

/** The game of a board. One of the evening is a stalemate. */
export function scriptOf(round: number, board: number): Script {
  if (round === 2 && board === 1) return STALEMATE;
  return USUAL[(round * 2 + board) % USUAL.length] ?? SCHOLARS_MATE;
}

/** The result of a game on a wooden board. */
export function reportedResult(round: number, board: number): BoardResult {
  const results = ['white_wins', 'draw', 'black_wins', 'white_wins', 'black_wins'] as const;
  return results[(round * 3 + board) % results.length] ?? 'draw';
}

/** Plays moves from one ply to another. */
export async function play(
  white: Page,
  black: Page,
  moves: readonly string[],
  first: number,
): Promise<void> {
  for (const [index, text] of moves.entries()) {
    if (index < first) continue;
    const [mover, other] = index % 2 === 0 ? [white, black] : [black, white];
    await move(mover, text.slice(0, 2), text.slice(2, 4));
    // The mate or stalemate covers the moves on small screens, but they are there.
    await Promise.all([plies(mover, index + 1), plies(other, index + 1)]);
  }
}

/** Ends a game as its script wants it, and waits until both know. */
export async function end(white: Page, black: Page, { ending }: Script): Promise<void> {
  if (ending === 'White resigns') await resign(white);
  else if (ending === 'Black resigns') await resign(black);
  else if (ending === 'agreed') await agree(white, black);
  for (const page of [white, black]) {
    await page.getByRole('dialog').getByRole('link', { name: 'Review' }).waitFor();
  }
}

async function resign(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Resign' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Resign' }));
}

async function agree(white: Page, black: Page): Promise<void> {
  await press(white, white.getByRole('button', { name: 'Offer draw' }));
  await press(black, black.getByRole('button', { name: 'Accept' }));
}
