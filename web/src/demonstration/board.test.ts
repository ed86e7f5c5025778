import { expect, test } from 'vitest';

import { START_FEN } from '../game/editor';
import { nodeAt, pathTo } from '../study/tree';
import type { DemonstrationChange } from '../wire/DemonstrationChange';
import type { StudyNode } from '../wire/StudyNode';
import { boardOf, enqueued, expected, updated, type DemonstrationBoard } from './board';

const node = (parent: number | null, uci: string, san: string): StudyNode => ({
  parent,
  uci,
  san,
  nags: [],
  before: [],
  comments: [],
});

const tree = (...nodes: StudyNode[]) => ({
  tags: [],
  start_fen: START_FEN,
  result: '*',
  comments: [],
  nodes,
});

const START = boardOf({
  id: 'a',
  name: 'Fork',
  version: 3,
  public: false,
  holder: null,
  tree: tree(node(null, 'e2e4', 'e4')),
  current: null,
  flipped: false,
});

/** The board after changes, each with the next version. */
function after(...changes: readonly DemonstrationChange[]): DemonstrationBoard {
  return changes.reduce((board, change) => {
    const next = updated(board, { version: board.version + 1, change });
    if (next === null) throw new Error('nothing was missed');
    return next;
  }, START);
}

const line = ({ tree, at }: DemonstrationBoard): string =>
  pathTo(tree, at)
    .map(({ move }) => move.san)
    .join(' ');

test('changes lead from one version to the next', () => {
  const board = after(
    { type: 'went', current: 0 },
    { type: 'played', node: node(0, 'e7e5', 'e5') },
    { type: 'played', node: node(0, 'c7c5', 'c5') },
    { type: 'annotated', at: 2, comments: ['[%cal Gc5d4]'] },
    { type: 'handed', holder: 'Anna' },
    { type: 'flipped', flipped: true },
    { type: 'shared', public: true },
  );
  expect(line(board)).toBe('e4 c5');
  expect(nodeAt(board.tree, board.at).comments).toEqual(['[%cal Gc5d4]']);
  expect(board).toMatchObject({ version: 10, holder: 'Anna', flipped: true, public: true });
  const other = tree(node(null, 'd2d4', 'd4'));
  expect(line(after({ type: 'replaced', tree: other, current: 0 }))).toBe('d4');
});

test('an old change is dropped, and a gap is noticed', () => {
  const change: DemonstrationChange = { type: 'went', current: 0 };
  expect(updated(START, { version: 3, change })).toBe(START);
  expect(updated(START, { version: 2, change })).toBe(START);
  expect(updated(START, { version: 5, change })).toBeNull();
});

test('one’s own steps and arrows are shown before the server answers', () => {
  expect(line(expected(START, { type: 'go', current: 0 }))).toBe('e4');
  const drawn = expected(START, { type: 'annotate', at: null, comments: ['[%csl Re4]'] });
  expect(nodeAt(drawn.tree, 0).comments).toEqual(['[%csl Re4]']);
  expect(expected(START, { type: 'play', after: null, uci: 'd2d4' })).toBe(START);
});

test('of many steps only the last is sent', () => {
  let waiting = enqueued([], { type: 'play', after: null, uci: 'd2d4' });
  for (const current of [0, null, 0]) waiting = enqueued(waiting, { type: 'go', current });
  for (const comments of [['a'], ['b']]) {
    waiting = enqueued(waiting, { type: 'annotate', at: 0, comments });
  }
  waiting = enqueued(waiting, { type: 'annotate', at: 1, comments: ['c'] });
  expect(waiting).toEqual([
    { type: 'play', after: null, uci: 'd2d4' },
    { type: 'go', current: 0 },
    { type: 'annotate', at: 0, comments: ['b'] },
    { type: 'annotate', at: 1, comments: ['c'] },
  ]);
});
