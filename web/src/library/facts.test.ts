import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { factsOf } from './facts';
import { ROW } from './row';

// req: C3
test('the details name what is known about a game, and nothing else', () => {
  const row = { ...ROW, event: 'Match', round: '6', date: '1972.07.23', eco: 'D59', moves: 41 };
  const facts = new Map(factsOf(MESSAGES.en, 'en', row, 'Queen’s Gambit Declined'));
  expect([...facts.keys()]).toEqual([
    'Event',
    'Round',
    'Date',
    'Opening',
    'Moves',
    'Status',
    'Last activity',
  ]);
  expect([facts.get('Date'), facts.get('Opening'), facts.get('Moves')]).toEqual([
    'Jul 23, 1972',
    'D59 Queen’s Gambit Declined',
    '41',
  ]);
  expect(new Map(factsOf(MESSAGES.de, 'de', ROW, '')).get('Status')).toBe('Beendet');
});
