import { expect, test } from 'vitest';

import { MESSAGES } from '../all';

const languages = [MESSAGES.en, MESSAGES.de, MESSAGES.fr];

test('a mistake to be mended is told as the reader’s own, or as one that was played', () => {
  const told = (isOwn: boolean): string[] =>
    languages.map(({ analysis, side }) => analysis.findBetter('2. g4', side('white'), isOwn));
  expect(told(true)).toEqual([
    'You played 2. g4. Find a better move for White.',
    'Du hast 2. g4 gespielt. Finde einen besseren Zug für Weiß.',
    'Vous avez joué 2. g4. Trouvez un meilleur coup pour les Blancs.',
  ]);
  expect(told(false)).toEqual([
    '2. g4 was played. Find a better move for White.',
    'Gespielt wurde 2. g4. Finde einen besseren Zug für Weiß.',
    '2. g4 a été joué. Trouvez un meilleur coup pour les Blancs.',
  ]);
});

test('the move that was played is no answer, whoever played it', () => {
  const told = (isOwn: boolean): string[] =>
    languages.map(({ analysis }) => analysis.sameMove('g4', isOwn));
  expect(told(true)).toEqual([
    'You played g4 in the game. Try another move.',
    'Du hast g4 in der Partie gespielt. Versuche einen anderen Zug.',
    'Vous avez joué g4 dans la partie. Essayez un autre coup.',
  ]);
  expect(told(false)[0]).toBe('g4 was played in the game. Try another move.');
});
