import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { LibraryRow } from '../wire/LibraryRow';
import { playerName } from './names';
import { ROW } from './row';

// req: C3
test('players without a name are called as in the game', () => {
  const row: LibraryRow = { ...ROW, white: 'Ada', status: 'waiting' };
  for (const [change, black] of [
    [{ black: 'Bo' }, 'Bo'],
    [{}, 'Opponent'],
    [{ status: 'playing' }, 'Player'],
    [{ white: null }, 'Player'],
  ] as const) {
    expect(playerName(MESSAGES.en, { ...row, ...change }, 'black')).toBe(black);
  }
});
