import { expect, test } from 'vitest';

import type { GameView } from '../wire/GameView';
import type { Player } from '../wire/Player';
import { viewerOf, type Reader } from './viewer';

const person: Player = { type: 'person' };
const engine: Player = { type: 'external', name: 'Engine' };

/** A game in which Ann has Black. */
function view(white: Player, black: Player, shared = false): GameView {
  const seats = { white: { name: null, player: white }, black: { name: 'Ann', player: black } };
  return { seats, shared } as unknown as GameView;
}

const stranger: Reader = { member: null, isSeated: false, side: null };
const seated: Reader = { ...stranger, isSeated: true };

test('whoever looks at a game is the player of the seat of this browser', () => {
  for (const [game, reader, viewer] of [
    [view(person, engine), seated, 'white'],
    [view(engine, person), seated, 'black'],
    [view(person, engine), stranger, 'spectator'],
    [view(person, person), { ...seated, side: 'black' }, 'black'],
    [view(person, person), { ...seated, side: 'white' }, 'white'],
    [view(person, person), seated, 'spectator'],
    [view(person, person, true), seated, 'spectator'],
  ] as const) {
    expect(viewerOf(game, reader)).toBe(viewer);
  }
});

test('members are known by their name, unless both play on one device', () => {
  const ann = { ...stranger, member: 'Ann' };
  expect(viewerOf(view(person, person), ann)).toBe('black');
  expect(viewerOf(view(person, person), { ...ann, isSeated: true, side: 'white' })).toBe('black');
  expect(viewerOf(view(person, person), { ...ann, member: 'Bo' })).toBe('spectator');
  expect(viewerOf(view(person, person, true), ann)).toBe('spectator');
});
