import { expect, test } from 'vitest';

import { memoryStorage, saveValue } from '../settings/storage';
import type { GameView } from '../wire/GameView';
import { forgetLastGame, lastGame, saveLastGame } from './lastGame';

function game(id: string, status: string): GameView {
  return {
    id,
    seats: { white: { player: { type: 'person' } }, black: { player: { type: 'engine' } } },
    moves: [{ uci: 'e2e4' }],
    state: { fen: 'fen', turn: 'black', status: { type: status } },
  } as unknown as GameView;
}

// req: A1
test('the last game is there until it has ended', () => {
  const storage = memoryStorage();
  expect(lastGame(storage)).toBe(null);
  saveLastGame(storage, game('a', 'playing'));
  saveLastGame(storage, game('b', 'over'));
  expect(lastGame(storage)).toEqual(game('a', 'playing'));
  saveLastGame(storage, game('a', 'over'));
  expect(lastGame(storage)).toBe(null);
  saveLastGame(storage, game('a', 'adjourned'));
  forgetLastGame(storage);
  expect(lastGame(storage)).toBe(null);
});

test('a damaged game is none', () => {
  const storage = memoryStorage();
  for (const damaged of [
    'text',
    {},
    { ...game('a', 'playing'), seats: {} },
    { ...game('a', 'playing'), moves: [{}] },
    { ...game('a', 'playing'), moves: [null] },
    { ...game('a', 'playing'), state: { fen: 'fen' } },
  ]) {
    saveValue(storage, 'last-game', damaged);
    expect(lastGame(storage)).toBe(null);
  }
});
