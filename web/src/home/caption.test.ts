import { expect, test } from 'vitest';

import { MESSAGES } from '../i18n/all';
import { choicesField } from '../settings/settings';
import { caption } from './caption';

const { en } = MESSAGES;
const TODAY = 'Italian Game';

// req: A1
test('the caption says how a game starts in the mode that is chosen', () => {
  const named = { white: 'Ann', black: 'Bo' };
  for (const [choices, opening, isMovable, text] of [
    [{}, null, true, 'Move a piece to start.'],
    [{ side: 'black' }, null, false, 'Your opponent has White and begins.'],
    [{ mode: 'invite' }, null, false, ''],
    [{ mode: 'pass_and_play' }, null, true, 'Enter both names, then move a piece.'],
    [{}, TODAY, true, 'Italian Game: play on from here.'],
    [{ mode: 'invite' }, TODAY, false, 'Italian Game.'],
    [{ mode: 'pass_and_play' }, TODAY, true, 'Italian Game. Enter both names, then move a piece.'],
    [{ mode: 'pass_and_play', ...named }, TODAY, true, 'Italian Game: play on from here.'],
  ] as const) {
    const chosen = { ...choicesField(undefined), ...choices };
    expect(caption(en, chosen, { opening, isMovable })).toBe(text);
  }
});
