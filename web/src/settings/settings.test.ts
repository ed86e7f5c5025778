import { describe, expect, test } from 'vitest';

import { passingShelf, recall, remember, type Shelf } from './storage';
import { forgetSeat, keepSeat, seatSecret, seatedGames } from './seats';
import { choicesField, opponentOf, settingsField, spoken } from './settings';

const defaults = settingsField('en')(undefined);

// req: B6
describe('settings', () => {
  test('are remembered', () => {
    const storage = passingShelf();
    remember(storage, 'settings', { ...defaults, board: 'sea' });
    expect(recall(storage, 'settings', settingsField('en')).board).toBe('sea');
  });

  test('take their defaults where the storage holds junk', () => {
    for (const junk of ['', '{', '[]', '7', '"x"', 'null', '{"version":1,"value":{"look":7}}']) {
      const storage = passingShelf();
      storage.setItem('tabiya:settings', junk);
      expect(recall(storage, 'settings', settingsField('en')), junk).toEqual(defaults);
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
    const storage: Shelf = {
      getItem: refuse,
      setItem: refuse,
      removeItem: refuse,
      length: 0,
      key: refuse,
    };
    remember(storage, 'settings', defaults);
    expect(recall(storage, 'settings', settingsField('de')).language).toBe('de');
  });

  test('begin in a language of the browser', () => {
    expect([spoken(['pt-BR', 'de-AT']), spoken(['fr']), spoken(['ja'])]).toEqual([
      'de',
      'fr',
      'en',
    ]);
  });
});

// req: A1
test('the opponent is a level, a rating, the engine at its best, or an engine of others', () => {
  const choices = choicesField({ preset: 'rated', rating: 2850, engine: 'Parrot' });
  for (const [change, opponent] of [
    [{}, { type: 'engine', strength: { type: 'full' } }],
    [{ rating: 1200 }, { type: 'engine', strength: { type: 'rated', rating: 1200 } }],
    [{ preset: 'hard' }, { type: 'engine', strength: { type: 'hard' } }],
    [{ preset: 'external' }, { type: 'external', name: 'Parrot' }],
  ] as const) {
    expect(opponentOf({ ...choices, ...change })).toEqual(opponent);
  }
});

// req: B6
test('the engine of the analysis board shows one to five lines, three at first', () => {
  for (const [kept, shown] of [
    [undefined, 3],
    [1, 1],
    [5, 5],
    [0, 3],
    [6, 3],
    ['2', 3],
  ] as const) {
    expect(choicesField({ studyLines: kept }).studyLines).toBe(shown);
  }
});

// req: C7
test('seats are kept by game, and the oldest are let go', () => {
  const storage = passingShelf();
  for (let number = 0; number < 402; number += 1) keepSeat(storage, `g${number}`, `s${number}`);
  expect([seatSecret(storage, 'g0'), seatSecret(storage, 'g401')]).toEqual([null, 's401']);
  expect(seatSecret(storage, 'toString')).toBeNull();
  forgetSeat(storage, 'g401');
  expect([seatSecret(storage, 'g401'), seatedGames(storage).size]).toEqual([null, 399]);
});
