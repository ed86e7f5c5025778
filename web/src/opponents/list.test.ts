import { describe, expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { FIRST_OPPONENT, isSame, opponent, opponents } from './list';
import { faceOf } from './portraits';

const { en } = MESSAGES;

describe('opponents', () => {
  test('are the levels, the characters and the engines of the server', () => {
    const names = opponents(en, ['Crafty'], null).map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      'Computer (Easy)',
      'Computer (Medium)',
      'Computer (Hard)',
      'Pip 400',
    ]);
    expect(names.slice(-2)).toEqual(['Tabiya Maximum', 'Crafty']);
  });

  test('that are too strong for a group are left out', () => {
    const lock = { feature: 'opponents', maxRating: 800, untilMs: null, visitors: false } as const;
    const ratings = opponents(en, ['Crafty'], lock).flatMap(({ rating }) => rating ?? []);
    expect(ratings).toEqual([400, 600, 800]);
  });

  test('have a description, and each character has a face of their own', () => {
    const all = opponents(en, [], null);
    for (const { description } of all) expect(description).not.toBe('');
    const faces = all.flatMap(({ rating }) => (rating === null ? [] : (faceOf(rating) ?? [])));
    expect(new Set(faces).size).toBe(13);
  });

  test('with a name instead of a rating say how strong they are', () => {
    for (const [preset, rating] of [
      ['easy', '700'],
      ['medium', '1100'],
      ['hard', '1600'],
    ] as const) {
      for (const messages of Object.values(MESSAGES)) {
        const { description } = opponent(messages, { preset, rating: 400, engine: '' });
        expect(description).toContain(rating);
      }
    }
  });

  test('between two characters look like the weaker one', () => {
    expect(faceOf(750)).toBe(faceOf(600));
    expect(faceOf(2850)).toBeNull();
  });

  test('are the same by what matters for their kind', () => {
    const rated = { preset: 'rated', rating: 800, engine: '' } as const;
    expect(isSame(rated, { ...rated, engine: 'Crafty' })).toBe(true);
    expect(isSame(rated, { ...rated, rating: 1000 })).toBe(false);
    expect(isSame({ ...rated, preset: 'easy' }, { ...rated, preset: 'easy', rating: 0 })).toBe(
      true,
    );
  });

  test('fit every answer', () => {
    for (const rating of Object.values(FIRST_OPPONENT)) {
      expect(opponent(en, { preset: 'rated', rating, engine: '' }).rating).toBe(rating);
    }
  });
});
