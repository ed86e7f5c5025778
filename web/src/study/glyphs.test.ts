import { expect, test } from 'vitest';

import { glyphText, toggled } from './glyphs';

test('what is thought of a move replaces what was thought of it', () => {
  for (const [nags, nag, expected] of [
    [[], 1, [1]],
    [[1], 1, []],
    [[1], 2, [2]],
    [[1, 2], 5, [5]],
    [[1, 2], 2, [1]],
    [[6, 16], 3, [16, 3]],
    [[1, 16], 14, [1, 16, 14]],
    [[7], 6, [7, 6]],
    [[200], 4, [200, 4]],
  ] as const) {
    expect(toggled(nags, nag), `${nags} and ${nag}`).toEqual(expected);
  }
});

test('glyphs stand behind a move, first the one about the move, and never two as one', () => {
  for (const [nags, expected] of [
    [[], ''],
    [[5], '!?'],
    [[1, 2], '! ?'],
    [[14], ' +/='],
    [[16, 3], '!! ±'],
    [[10, 13, 15, 17], ' = ∞ =/+ ∓'],
    [[18, 19, 7, 22, 23, 146], ' +− −+ □ ⨀ ⨀ N'],
    [[0, 9, 139, 255], ''],
  ] as const) {
    expect(glyphText(nags).replaceAll('\u00a0', ' '), `${nags}`).toBe(expected);
  }
});
