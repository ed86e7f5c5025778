import { expect, test } from 'vitest';

import { withFrenchSpaces, withJoinedNumbers } from './typography';

test('signs stay with their words, in texts of any kind', () => {
  const texts = withFrenchSpaces({
    title: 'Quitter sans enregistrer ?',
    elo: (rating: number) => `Elo : ${rating}`,
    nested: { all: ['Bonjour !', '« tabiya » ; rien'], none: null, count: 3 },
  });
  expect(texts.title).toBe('Quitter sans enregistrer\u00a0?');
  expect(texts.elo(800)).toBe('Elo\u00a0: 800');
  expect(texts.nested).toEqual({
    all: ['Bonjour\u00a0!', '«\u00a0tabiya\u00a0»\u00a0; rien'],
    none: null,
    count: 3,
  });
});

test('numbers stay with the words before them', () => {
  expect(withJoinedNumbers('It allows mate in 1, at move 12.')).toBe(
    'It allows mate in\u00a01, at move\u00a012.',
  );
});
