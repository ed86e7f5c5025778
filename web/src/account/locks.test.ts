import { expect, test } from 'vitest';

import { VISITOR } from '../api/session';
import { MESSAGES } from '../i18n/all';
import { untilText } from '../i18n/locks/until';
import type { Session } from '../wire/Session';
import { isAllowed, lockOf } from './locks';

const locks = {
  locked: ['hints', 'opponents'],
  max_rating: 1200,
  until_ms: null,
  remaining_ms: null,
} satisfies Session['locks'];

test('only what is locked is locked, and visitors read that they are meant', () => {
  const visitor = { ...VISITOR, locks };
  expect(lockOf(VISITOR, 'hints')).toBeNull();
  expect(lockOf(visitor, 'reviews')).toBeNull();
  expect(lockOf(visitor, 'hints')?.visitors).toBe(true);
  expect(lockOf({ ...visitor, role: 'member' }, 'hints')?.visitors).toBe(false);
});

test('opponents up to a rating may be played', () => {
  const lock = lockOf({ ...VISITOR, locks }, 'opponents');
  const all = lock === null ? null : { ...lock, maxRating: null };
  for (const [strength, allowed] of [
    [{ type: 'easy' }, true],
    [{ type: 'medium' }, true],
    [{ type: 'hard' }, false],
    [{ type: 'rated', rating: 1200 }, true],
    [{ type: 'rated', rating: 1250 }, false],
    [{ type: 'full' }, false],
    ['external', false],
  ] as const) {
    expect(isAllowed(lock, strength), JSON.stringify(strength)).toBe(allowed);
    expect(isAllowed(null, strength)).toBe(true);
    expect(isAllowed(all, strength)).toBe(false);
  }
});

test('a text says what, for whom and until when', () => {
  const today = new Date();
  today.setHours(23, 58, 0, 0);
  const lock = {
    feature: 'hints',
    maxRating: null,
    untilMs: today.getTime(),
    visitors: false,
  } as const;
  expect(MESSAGES.en.locks.locked(lock)).toBe('Your group may not use hints until 23:58.');
  expect(MESSAGES.de.locks.locked(lock)).toBe(
    'Deine Gruppe darf bis 23:58 Uhr keine Tipps nutzen.',
  );
  expect(MESSAGES.fr.locks.locked(lock)).toContain('jusqu’à 23:58');
  expect(MESSAGES.en.locks.locked({ ...lock, untilMs: null, visitors: true })).toBe(
    'Without logging in, you may not use hints at the moment.',
  );
});

test('another day is named with its date', () => {
  const now = new Date(2026, 10, 17, 12).getTime();
  expect(untilText('en', new Date(2026, 10, 17, 18, 30).getTime(), now)).toBe('18:30');
  expect(untilText('en', new Date(2026, 10, 18, 8, 5).getTime(), now)).toMatch(/Nov 18.*08:05/);
});
