import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { LoadedReview } from '../review/loadedReview';
import type { GameView } from '../wire/GameView';
import type { ReviewReport } from '../wire/ReviewReport';
import { cardOf, cardText } from './content';

const person = { type: 'person' } as const;
const VIEW = {
  start_fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  moves: [
    { uci: 'f2f3', san: 'f3' },
    { uci: 'e7e5', san: 'e5' },
    { uci: 'g2g4', san: 'g4' },
    { uci: 'd8h4', san: 'Qh4#' },
  ],
  seats: { white: { name: 'Ann', player: person }, black: { name: 'Bo', player: person } },
  state: { status: { type: 'over', winner: 'black', result: '0-1', reason: 'checkmate' } },
} as unknown as GameView;
const side = { accuracy: 70, inaccuracies: 1, mistakes: 0, blunders: 1 };
const good = { judgment: null, explanation: null };
const fact = { type: 'allows_mate', moves: 1, on_back_rank: false };
const position = { value: { type: 'centipawns', amount: 0 }, win_percent: 50, line: [] };
const LOADED = {
  positions: new Map([0, 1, 2, 3, 4].map((ply) => [ply, { ...position, ply }])),
  report: {
    white: side,
    black: { ...side, accuracy: 95.4, blunders: 0 },
    moves: [good, good, { judgment: 'blunder', explanation: { fact } }, good],
    moments: [2],
    summary: { leader: null, is_balanced: true, since: null, until: 2, turning_point: 2 },
  },
} as unknown as LoadedReview & { report: ReviewReport };
const writing = {
  messages: MESSAGES.en,
  localizeSan: (san: string) => san,
  percent: (value: number | null) => `${Math.round(value ?? 0)}%`,
};
const details = {
  opening: 'A00 Barnes Opening',
  date: 'Nov 17, 2026',
  bottom: 'black',
  ply: 3,
} as const;

test('a card names both players and has the score, the values and the sentences', () => {
  const card = cardOf(VIEW, LOADED, details, writing);
  expect([card.white, card.black, card.end]).toEqual([
    { name: 'Ann', score: '0' },
    { name: 'Bo', score: '1' },
    'Bo wins by checkmate',
  ]);
  expect(card.rows).toEqual([
    ['Accuracy', '70%', '95%'],
    ['Inaccuracies', '1', '1'],
    ['Mistakes', '0', '0'],
    ['Blunders', '1', '0'],
  ]);
  expect(card.sentences).toBe(
    'The game was even until move 2. Then 2.\u00a0g4?? allowed mate in 1.',
  );
});

test('the position is the one that was chosen, with its last move', () => {
  const card = cardOf(VIEW, LOADED, details, writing);
  expect([card.pieces.get('g4')?.role, card.pieces.has('h4'), card.lastMove]).toEqual([
    'pawn',
    false,
    ['g2', 'g4'],
  ]);
  expect(cardOf(VIEW, LOADED, { ...details, ply: 0 }, writing).lastMove).toBeNull();
});

test('the words of a card say all that it shows', () => {
  expect(cardText(cardOf(VIEW, LOADED, details, writing))).toBe(
    'Ann 0 – Bo 1. Nov 17, 2026. Bo wins by checkmate. A00 Barnes Opening. Accuracy 70% – 95%. ' +
      'Inaccuracies 1 – 1. Mistakes 0 – 0. Blunders 1 – 0. ' +
      'The game was even until move 2. Then 2.\u00a0g4?? allowed mate in 1.',
  );
});
