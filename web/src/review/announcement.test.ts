import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { GameView } from '../wire/GameView';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { Value } from '../wire/Value';
import { stepText } from './announcement';
import type { LoadedReview } from './loadedReview';

const VIEW = {
  start_fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  moves: [
    { uci: 'f2f3', san: 'f3' },
    { uci: 'e7e5', san: 'e5' },
    { uci: 'g2g4', san: 'g4' },
    { uci: 'd8h4', san: 'Qh4#' },
  ],
} as unknown as GameView;

function position(ply: number, value: Value, ...line: string[]): [number, ReviewedPosition] {
  const moves = line.map((san) => ({ uci: '', san }));
  return [ply, { ply, value, win_percent: 50, depth: 9, line: moves }];
}
const pawns = (amount: number): Value => ({ type: 'centipawns', amount });
const good = { judgment: null, explanation: null };
const fact = { type: 'allows_mate', moves: 1, on_back_rank: false } as const;
const bad = { judgment: 'blunder', explanation: { fact, english: '' } };
const LOADED = {
  positions: new Map([
    position(0, pawns(30)),
    position(1, pawns(-60)),
    position(2, pawns(-55), 'd4', 'exd4'),
    position(3, { type: 'mate', moves: -1 }),
    position(4, { type: 'mate', moves: 0 }),
  ]),
  report: { moves: [good, good, bad, good], moments: [2] },
} as unknown as LoadedReview;

const said = (
  ply: number,
  language: 'en' | 'de' | 'fr' = 'en',
  loaded = LOADED,
  hidden: number | null = null,
): string =>
  stepText(VIEW, loaded, ply, {
    messages: MESSAGES[language],
    localizeSan: (san) => san,
    hidesAnswer: (index) => index === hidden,
  });

test('every step says the move, its judgment and reason, something better, and the evaluation', () => {
  expect([0, 1, 3, 4].map((ply) => said(ply))).toEqual([
    'Start of the game. Evaluation +0.30. Equal position.',
    '1. white pawn, f2 to f3. Evaluation −0.60. Equal position.',
    'Key moment 1 of 1. 2. white pawn, g2 to g4. Blunder. Allows mate in 1. ' +
      'Better: 2. d4 exd4. Black mates in 1.',
    '2… black queen, d8 to h4, checkmate.',
  ]);
});

test('a better move that is still to be found is not said', () => {
  expect(said(3, 'en', LOADED, 2)).toBe(
    'Key moment 1 of 1. 2. white pawn, g2 to g4. Blunder. Allows mate in 1. Black mates in 1.',
  );
});

test('the same in other languages', () => {
  expect(said(3, 'de')).toMatch(/^Schlüsselmoment 1 von 1\. 2\. .*Grober Patzer\..*Besser: 2\. d4/);
  expect(said(3, 'fr')).toMatch(/^Moment clé 1 sur 1\. 2\. .*Gaffe\..*Mieux\s: 2\. d4/);
});

test('a position that is not analyzed yet says so', () => {
  const loaded = { ...LOADED, positions: new Map(), report: null };
  expect(said(1, 'en', loaded)).toBe(
    '1. white pawn, f2 to f3. This position has not been analyzed yet.',
  );
});
