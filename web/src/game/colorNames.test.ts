import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { playerName } from '../library/names';
import type { LibraryRow } from '../wire/LibraryRow';
import { playerOf, subjectOf } from './descriptions';

test('players who are named after their colors are so in the language of the reader', () => {
  const player = { type: 'person' } as const;
  for (const saved of Object.values(MESSAGES)) {
    const [white, black] = [saved.side('white'), saved.side('black')];
    const seats = { white: { name: white, player }, black: { name: black, player } };
    for (const read of Object.values(MESSAGES)) {
      for (const side of ['white', 'black'] as const) {
        expect(playerOf(read, { seats, shared: true }, side), 'at the board').toBe(read.side(side));
        expect(subjectOf(read, { seats }, side, 'both')).toEqual({ type: 'side', side });
        expect(playerName(read, { white, black } as LibraryRow, side), 'in lists').toBe(
          read.side(side),
        );
      }
    }
  }
});

test('a person who has the name of a color keeps it', () => {
  const player = { type: 'person' } as const;
  const seats = { white: { name: 'Ann', player }, black: { name: 'Schwarz', player } };
  expect(playerOf(MESSAGES.en, { seats, shared: true }, 'black')).toBe('Schwarz');
  expect(playerName(MESSAGES.en, { white: 'Ann', black: 'Schwarz' } as LibraryRow, 'black')).toBe(
    'Schwarz',
  );
});
