import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import type { LibraryRow } from '../wire/LibraryRow';
import { isUnderWay, playerName, statusText } from './names';
import { ROW } from './row';

// req: C3
test('players without a name are called as in the game', () => {
  const row: LibraryRow = { ...ROW, white: 'Ada', status: 'waiting' };
  for (const [change, black] of [
    [{ black: 'Bo' }, 'Bo'],
    [{}, 'Opponent'],
    [{ status: 'playing' }, 'Player'],
    [{ white: null }, 'Player'],
    [{ imported: true, status: 'over' }, 'Unknown'],
  ] as const) {
    expect(playerName(MESSAGES.en, { ...row, ...change }, 'black')).toBe(black);
  }
});

test('a game from a file without a result is not in progress', () => {
  for (const [imported, status, texts, underWay] of [
    [true, 'playing', ['No result', 'Ohne Ergebnis', 'Sans résultat'], false],
    [false, 'playing', ['In progress', 'Läuft', 'En cours'], true],
    [true, 'over', ['Finished', 'Beendet', 'Terminée'], false],
  ] as const) {
    const row: LibraryRow = { ...ROW, imported, status };
    const languages = [MESSAGES.en, MESSAGES.de, MESSAGES.fr];
    expect(languages.map((messages) => statusText(messages, row))).toEqual(texts);
    expect(isUnderWay(row)).toBe(underWay);
  }
});
