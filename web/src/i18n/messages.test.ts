import { expect, test } from 'vitest';

import type { Reason } from '../wire/Reason';
import { MESSAGES } from './messages';

const { en } = MESSAGES;

// Protects: A4, A5, A8, C2
test('the English sentences are those that the requirements give', () => {
  expect(en.inCheck('white')).toBe('White is in CHECK');
  expect(en.ended('stalemate', null)).toBe("Stalemate! It's a draw");
  expect(en.thinking).toBe('AI is thinking…');
  expect(en.namesMissing).toBe('Please fill in the player names');
});

// Protects: A5
test('every draw names its rule in every language', () => {
  const draws: Reason[] = [
    'stalemate',
    'insufficient_material',
    'fivefold_repetition',
    'seventy_five_moves',
    'threefold_repetition',
    'fifty_moves',
    'agreement',
    'time',
    'aborted',
  ];
  for (const words of Object.values(MESSAGES)) {
    const sentences = draws.map((reason) => words.ended(reason, null));
    expect(new Set(sentences).size).toBe(draws.length);
  }
});

test('every language has a word wherever English has one', () => {
  for (const words of Object.values(MESSAGES)) {
    for (const [key, value] of Object.entries(words)) {
      if (typeof value === 'string') expect(value.trim(), key).not.toBe('');
    }
  }
});
