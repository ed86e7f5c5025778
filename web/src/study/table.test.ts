import { describe, expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { Side } from '../wire/Side';
import type { TablebaseOutcome } from '../wire/TablebaseOutcome';
import { movesByOutcome, verdictText } from './table';

/** English, German, French. */
const ROWS: readonly (readonly [Side, TablebaseOutcome, string, string, string])[] = [
  ['white', 'win', 'White wins', 'Weiß gewinnt', 'Les Blancs gagnent'],
  ['black', 'win', 'Black wins', 'Schwarz gewinnt', 'Les Noirs gagnent'],
  ['white', 'loss', 'Black wins', 'Schwarz gewinnt', 'Les Noirs gagnent'],
  ['black', 'draw', 'Draw', 'Remis', 'Nulle'],
  [
    'white',
    'cursed_win',
    'Draw: White would win, but the 50-move rule saves Black',
    'Remis: Weiß stünde auf Gewinn, doch die 50-Züge-Regel rettet Schwarz',
    'Nulle : les Blancs gagneraient, mais la règle des 50 coups sauve les Noirs',
  ],
  [
    'white',
    'blessed_loss',
    'Draw: Black would win, but the 50-move rule saves White',
    'Remis: Schwarz stünde auf Gewinn, doch die 50-Züge-Regel rettet Weiß',
    'Nulle : les Noirs gagneraient, mais la règle des 50 coups sauve les Blancs',
  ],
];

describe('the verdict of endgame tables', () => {
  test.each(ROWS)('%s to move, %s', (turn, outcome, en, de, fr) => {
    expect(verdictText(MESSAGES.en, turn, outcome)).toBe(en);
    expect(verdictText(MESSAGES.de, turn, outcome)).toBe(de);
    expect(verdictText(MESSAGES.fr, turn, outcome).replaceAll(/\s/g, ' ')).toBe(fr);
  });

  test('moves that come to the same stand together, the best first', () => {
    const move = (san: string, outcome: TablebaseOutcome) => ({
      play: { uci: '', san },
      outcome,
      distance: null,
    });
    expect(movesByOutcome([move('Ra8#', 'win'), move('Ra2', 'win'), move('Ra7', 'draw')])).toEqual([
      ['win', ['Ra8#', 'Ra2']],
      ['draw', ['Ra7']],
    ]);
    expect(movesByOutcome([])).toEqual([]);
  });
});
