import { expect, test } from 'vitest';

import type { Status } from '../wire/Status';
import { endSound } from './endSound';

const over = { type: 'over', reason: 'resignation', message: '', next: null } as const;
const won: Status = { ...over, winner: 'black', result: '0-1' };
const drawn: Status = { ...over, winner: null, result: '1/2-1/2' };

// req: B6
test('a win does not sound like a loss, and spectators hear neither', () => {
  for (const [status, you, sound] of [
    [won, 'black', 'win'],
    [won, 'white', 'loss'],
    [won, 'spectator', 'end'],
    [won, 'both', 'end'],
    [drawn, 'white', 'end'],
  ] as const) {
    expect(endSound(status, you), `${you} hears`).toBe(sound);
  }
});
