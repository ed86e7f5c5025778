import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { translatedName } from './computerNames';
import { playerName, seatName } from './descriptions';

const LEVELS = ['easy', 'medium', 'hard', 'full'] as const;

test('computers are named in the language of the reader', () => {
  for (const saved of Object.values(MESSAGES)) {
    for (const read of Object.values(MESSAGES)) {
      for (const type of LEVELS) {
        const player = { type: 'engine', strength: { type } } as const;
        const [name, expected] = [playerName(saved, player), playerName(read, player)];
        expect(translatedName(read, name), 'in lists').toBe(expected);
        expect(seatName(read, { name, player }), 'at the board').toBe(expected);
      }
    }
  }
});

test('people and other engines keep their names', () => {
  expect(translatedName(MESSAGES.de, 'Ann')).toBe('Ann');
  expect(seatName(MESSAGES.de, { name: 'Ann', player: { type: 'person' } })).toBe('Ann');
  const crafty = { type: 'external', name: 'Crafty' } as const;
  expect(seatName(MESSAGES.de, { name: 'Crafty 23', player: crafty })).toBe('Crafty 23');
});
