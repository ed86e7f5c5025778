import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { FIRST_QUERY } from './query';
import { localizedQuery } from './search';

const searched = (language: keyof typeof MESSAGES, search: string | null): string | null =>
  localizedQuery(MESSAGES[language], { ...FIRST_QUERY, search }).search;

// req: C3
test('a computer is found by the name that the reader sees', () => {
  for (const [language, text, search] of [
    ['de', 'Leicht', 'Leicht|(Easy)|(Facile)'],
    ['de', 'computer', 'computer|(Facile)|(Moyen)|(Difficile)'],
    ['de', 'Computer (Mittel)', 'Computer|(Facile)|(Moyen)|(Difficile) (Mittel)|(Medium)|(Moyen)'],
    ['fr', 'ordi', 'ordi|(Easy)|(Medium)|(Hard)|(Leicht)|(Mittel)|(Schwer)'],
    ['en', 'HARD', 'HARD|(Schwer)|(Difficile)'],
    ['en', 'leicht', 'leicht'],
    ['en', 'Zoe  Bo', 'Zoe Bo'],
    ['en', null, null],
  ] as const) {
    expect(searched(language, text), `${language}: ${text}`).toBe(search);
  }
});

test('no search is longer than the server accepts', () => {
  const text = 'ordinateur '.repeat(5).trim();
  expect(searched('fr', text)).toBe(text);
});
