import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { Value } from '../wire/Value';
import { evaluationText, gradeText } from './evaluation';

const pawns = (amount: number): Value => ({ type: 'centipawns', amount });
const mate = (moves: number): Value => ({ type: 'mate', moves });

// req: B5
test('evaluations have a minus sign and the decimal mark of the language, mates #', () => {
  const values = [pawns(35), pawns(-120), pawns(0), mate(3), mate(-2), mate(0)];
  const texts = (language: 'en' | 'de' | 'fr'): string[] =>
    values.map((value) => evaluationText(MESSAGES[language], value));
  expect(texts('en')).toEqual(['+0.35', '−1.20', '0.00', '#3', '#−2', '#']);
  expect(texts('de')).toEqual(['+0,35', '−1,20', '0,00', '#3', '#−2', '#']);
  expect(texts('fr')).toEqual(texts('de'));
});

test('evaluations are graded as annotators grade positions', () => {
  for (const [value, ...texts] of [
    [pawns(-79), 'Equal position', 'Ausgeglichene Stellung', 'Position égale'],
    [pawns(80), 'White is slightly better', 'Weiß steht etwas besser', 'Léger avantage des Blancs'],
    [pawns(-260), 'Black is clearly better', 'Schwarz steht klar besser', 'Net avantage des Noirs'],
    [pawns(-800), 'Black is winning', 'Schwarz steht auf Gewinn', 'Avantage décisif des Noirs'],
    [mate(3), 'White mates in 3', 'Weiß setzt in 3 Zügen matt', 'Les Blancs matent en 3 coups'],
    [mate(-1), 'Black mates in 1', 'Schwarz setzt in einem Zug matt', 'Les Noirs matent en 1 coup'],
    [mate(0), null, null, null],
  ] as const) {
    const languages = [MESSAGES.en, MESSAGES.de, MESSAGES.fr];
    expect(languages.map((messages) => gradeText(messages, value))).toEqual(texts);
  }
});
