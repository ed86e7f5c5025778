import { expect, test } from 'vitest';

import { TIE_BREAKS } from '../../competition/tieBreaks';
import { COMPETITION_MESSAGES } from './messages';

test('every tie-break that can be chosen has a name and an explanation in every language', () => {
  for (const [language, messages] of Object.entries(COMPETITION_MESSAGES)) {
    for (const acronym of TIE_BREAKS) {
      expect(messages.tieBreakNames[acronym]?.length, `${acronym}, ${language}`).toBe(2);
    }
  }
});

test('the history names players, results and boards in every language', () => {
  const entry = {
    version: 7,
    at_ms: 0,
    kind: 'result_set',
    ids: [],
    round: 2,
    board: 3,
    result: 'draw',
    undoable: true,
  } as const;
  for (const messages of Object.values(COMPETITION_MESSAGES)) {
    const text = messages.history({
      entry: { ...entry, ids: [] },
      names: 'Ada – Bo',
      result: '½–½',
    });
    for (const part of ['Ada – Bo', '½–½', '2', '3']) expect(text).toContain(part);
  }
});
