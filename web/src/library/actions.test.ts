import { expect, test } from 'vitest';

import { actionsOf, isOwnGame } from './actions';
import { ROW } from './row';

const visitor = { removed: false, mayRemove: false, seated: false, hidesDetails: false };
const common = ['copy_pgn', 'download_pgn', 'copy_link'];

// req: C3
test('a game offers what makes sense for it', () => {
  for (const [row, permissions, actions] of [
    [{ moves: 0 }, visitor, ['open', ...common]],
    [{ moves: 3 }, visitor, ['open', 'review', 'analyze', ...common]],
    [{ moves: 3, status: 'playing' }, visitor, ['open', 'analyze', ...common]],
    [
      { moves: 3, status: 'playing', can_continue: true },
      visitor,
      ['continue', 'open', 'analyze', ...common],
    ],
    [
      { moves: 3, status: 'playing', can_continue: true },
      { ...visitor, seated: true },
      ['open', 'analyze', ...common],
    ],
    [{ moves: 0 }, { ...visitor, seated: true }, ['open', ...common, 'delete']],
    [{ moves: 0 }, { ...visitor, mayRemove: true }, ['open', ...common, 'delete']],
    [{ moves: 9 }, { ...visitor, mayRemove: true, removed: true }, ['open', 'restore']],
    [{ moves: 9 }, { ...visitor, removed: true }, ['open']],
    [{ moves: 0 }, { ...visitor, hidesDetails: true }, ['open', 'details', ...common]],
    [{ moves: 9 }, { ...visitor, hidesDetails: true, removed: true }, ['open', 'details']],
  ] as const) {
    expect(actionsOf({ ...ROW, ...row }, permissions)).toEqual(actions);
  }
});

test('opening one’s own game continues it', () => {
  expect(isOwnGame({ ...ROW, status: 'adjourned' }, true)).toBe(true);
  expect(isOwnGame({ ...ROW, status: 'playing' }, false)).toBe(false);
  expect(isOwnGame({ ...ROW, status: 'over' }, true)).toBe(false);
});
