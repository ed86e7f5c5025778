import { describe, expect, test } from 'vitest';

import { passingShelf, recall, remember, type Shelf } from './memory';
import { forgetSeat, keepSeat, seatSecret, seatedGames } from './seats';
import { choicesField, settingsField, spoken, strengthOf } from './settings';

const defaults = settingsField('en')(undefined);

// Protects: B6
describe('settings', () => {
  test('are remembered', () => {
    const shelf = passingShelf();
    remember(shelf, 'settings', { ...defaults, board: 'sea' });
    expect(recall(shelf, 'settings', settingsField('en')).board).toBe('sea');
  });

  test('take their defaults where the shelf holds junk', () => {
    for (const junk of ['', '{', '[]', '7', '"x"', 'null', '{"version":1,"value":{"look":7}}']) {
      const shelf = passingShelf();
      shelf.setItem('tabiya:settings', junk);
      expect(recall(shelf, 'settings', settingsField('en')), junk).toEqual(defaults);
    }
  });

  test('keep what makes sense and drop what does not', () => {
    const read = settingsField('en')({ look: 'dark', board: '__proto__', sound: 'loud' });
    expect(read).toEqual({ ...defaults, look: 'dark' });
  });

  test('work where nothing may be kept', () => {
    const refuse = (): never => {
      throw new Error('forbidden');
    };
    const shelf: Shelf = { getItem: refuse, setItem: refuse, removeItem: refuse };
    remember(shelf, 'settings', defaults);
    expect(recall(shelf, 'settings', settingsField('de')).language).toBe('de');
  });

  test('begin in a language of the browser', () => {
    expect([spoken(['pt-BR', 'de-AT']), spoken(['fr']), spoken(['ja'])]).toEqual([
      'de',
      'fr',
      'en',
    ]);
  });
});

test('the last notch of the slider is the engine at its best', () => {
  const choices = choicesField({ preset: 'rated', rating: 2850 });
  expect(strengthOf(choices)).toEqual({ type: 'full' });
  expect(strengthOf({ ...choices, rating: 1200 })).toEqual({ type: 'rated', rating: 1200 });
  expect(strengthOf({ ...choices, preset: 'hard' })).toEqual({ type: 'hard' });
});

// Protects: C7
test('seats are kept by game, and the oldest are let go', () => {
  const shelf = passingShelf();
  for (let number = 0; number < 402; number += 1) keepSeat(shelf, `g${number}`, `s${number}`);
  expect([seatSecret(shelf, 'g0'), seatSecret(shelf, 'g401')]).toEqual([null, 's401']);
  expect(seatSecret(shelf, 'toString')).toBeNull();
  forgetSeat(shelf, 'g401');
  expect([seatSecret(shelf, 'g401'), seatedGames(shelf).size]).toEqual([null, 399]);
});
