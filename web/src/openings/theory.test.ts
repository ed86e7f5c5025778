import text from 'virtual:openings';
import { describe, expect, test } from 'vitest';

import { START_FEN } from '../game/editor';
import type { NotatedMove } from '../wire/NotatedMove';
import { openingOf, readTheory } from './theory';

const theory = readTheory(text);
const game = (ucis: string): NotatedMove[] =>
  ucis
    .split(' ')
    .map((uci) => ({ uci, san: '' }))
    .filter(({ uci }) => uci !== '');

describe('the opening of a game', () => {
  test.each<[rule: string, ucis: string, name: string, inTheory: boolean]>([
    ['a position with a name', 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5', 'C50 Giuoco Piano', true],
    ['other moves to the same position', 'e2e4 b8c6 f1c4 e7e5 g1f3 f8c5', 'C50 Giuoco Piano', true],
    ['a position on the way to a name', 'b1c3 c7c5 d2d4', 'A00 Dunst Opening', true],
    [
      'a game that has left theory',
      'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 a2a3 h7h6 h2h3',
      'C50 Giuoco Piano',
      false,
    ],
    [
      'castling',
      'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7',
      'C84 Ruy Lopez: Closed Defense',
      true,
    ],
    [
      'castling onto the rook',
      'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7',
      'C84 Ruy Lopez: Closed Defense',
      true,
    ],
  ])('%s', (_, ucis, name, inTheory) => {
    const found = openingOf(theory, START_FEN, game(ucis));
    expect(`${found?.opening.eco} ${found?.opening.name}`).toBe(name);
    expect(found?.inTheory).toBe(inTheory);
  });

  test.each<[rule: string, fen: string, ucis: string, name: string | null]>([
    ['before the first move there is none', START_FEN, '', null],
    ['an endgame has none', '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1', 'e1d2', null],
    [
      'a position from theory has its name',
      'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
      '',
      'Sicilian Defense',
    ],
    [
      'a position may lead into theory',
      'rnbqkbnr/pppp1ppp/4p3/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2',
      'e2e4',
      'French Defense',
    ],
    [
      'the side to move counts',
      'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2',
      '',
      null,
    ],
    ['Chess960 has none', 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1', 'd2d4', null],
  ])('%s', (_, fen, ucis, name) => {
    expect(openingOf(theory, fen, game(ucis))?.opening.name ?? null).toBe(name);
  });

  test('in Chess960 even a position of theory has none', () => {
    const odd = 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 0 2';
    expect(openingOf(theory, odd, [])).toBeNull();
  });
});
