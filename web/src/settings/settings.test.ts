import { describe, expect, test } from 'vitest';

import { memoryStorage, loadValue, saveValue, type BrowserStorage } from './storage';
import { forgetSeat, saveSeat, saveSeatSide, seatSecret, seatSide, seatedGames } from './seats';
import { choicesField, opponentOf, settingsField, preferredLanguage } from './settings';

const defaults = settingsField('en')(undefined);

// req: B6
describe('settings', () => {
  test('are stored', () => {
    const storage = memoryStorage();
    saveValue(storage, 'settings', { ...defaults, board: 'sea' });
    expect(loadValue(storage, 'settings', settingsField('en')).board).toBe('sea');
  });

  test('take their defaults where the storage has junk', () => {
    for (const junk of ['', '{', '[]', '7', '"x"', 'null', '{"version":1,"value":{"theme":7}}']) {
      const storage = memoryStorage();
      storage.setItem('tabiya:settings', junk);
      expect(loadValue(storage, 'settings', settingsField('en')), junk).toEqual(defaults);
    }
  });

  test('keep valid values and drop others', () => {
    const read = settingsField('en')({ theme: 'dark', board: '__proto__', sound: 'loud' });
    expect(read).toEqual({ ...defaults, theme: 'dark' });
  });

  test('have a board of 60 to 100 percent, the largest at first', () => {
    for (const [stored, size] of [
      [undefined, 100],
      [60, 60],
      [85, 85],
      [59, 100],
      [101, 100],
      ['80', 100],
    ] as const) {
      expect(settingsField('en')({ boardSize: stored }).boardSize, String(stored)).toBe(size);
    }
  });

  test('work where nothing may be stored', () => {
    const forbid = (): never => {
      throw new Error('forbidden');
    };
    const storage: BrowserStorage = {
      getItem: forbid,
      setItem: forbid,
      removeItem: forbid,
      length: 0,
      key: forbid,
    };
    saveValue(storage, 'settings', defaults);
    expect(loadValue(storage, 'settings', settingsField('de')).language).toBe('de');
  });

  test('are read under their former names', () => {
    expect(settingsField('en')({ look: 'dark' }).theme).toBe('dark');
    expect(settingsField('en')({ look: 'dark', theme: 'light' }).theme).toBe('light');
    const stored = { way: 'two', studyLines: 5, studyEngine: 'Parrot' };
    const { mode, analysisLines, analysisEngine } = choicesField(stored);
    expect([mode, analysisLines, analysisEngine]).toEqual(['pass_and_play', 5, 'Parrot']);
  });

  test('start in a language of the browser', () => {
    expect([
      preferredLanguage(['pt-BR', 'de-AT']),
      preferredLanguage(['fr']),
      preferredLanguage(['ja']),
    ]).toEqual(['de', 'fr', 'en']);
  });
});

// req: A1
test('the opponent is a level, a rating, the engine at full strength, or an external engine', () => {
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
    expect(choicesField({ analysisLines: kept }).analysisLines).toBe(shown);
  }
});

// req: C7
test('seats are stored by game, and the oldest are dropped', () => {
  const storage = memoryStorage();
  for (let number = 0; number < 402; number += 1) saveSeat(storage, `g${number}`, `s${number}`);
  expect([seatSecret(storage, 'g0'), seatSecret(storage, 'g401')]).toEqual([null, 's401']);
  expect(seatSecret(storage, 'toString')).toBeNull();
  forgetSeat(storage, 'g401');
  expect([seatSecret(storage, 'g401'), seatedGames(storage).size]).toEqual([null, 399]);
});

// req: C7
test('the side of a seat is stored with it and forgotten with it', () => {
  const storage = memoryStorage();
  for (let number = 0; number < 402; number += 1) saveSeatSide(storage, `g${number}`, 'black');
  saveSeatSide(storage, 'g401', 'white');
  const sides = ['g0', 'g400', 'g401', 'toString'].map((game) => seatSide(storage, game));
  expect(sides).toEqual([null, 'black', 'white', null]);
  forgetSeat(storage, 'g401');
  expect(seatSide(storage, 'g401')).toBeNull();
  storage.setItem('tabiya:sides', '{"version":1,"value":{"g1":"both"}}');
  expect(seatSide(storage, 'g1')).toBeNull();
});
