import { expect, test } from 'vitest';

import { plainText, shapesOf, withShapes, withText } from './notes';
import {
  addMove,
  canShift,
  changed,
  emptyTree,
  endOf,
  fromWire,
  pathTo,
  nodeAt,
  remove,
  ROOT,
  shift,
  toggleNag,
  toWire,
  type Tree,
} from './tree';
import { moveText } from './moveText';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Plays lines from the start, each move by its letters alone. */
function grown(...lines: readonly string[]): Tree {
  let tree = emptyTree(START);
  for (const line of lines) {
    let at = ROOT;
    for (const san of line.split(' ')) [tree, at] = addMove(tree, at, { uci: san, san });
  }
  return tree;
}

/** The tree as text. */
function text(tree: Tree): string {
  return moveText(tree)
    .map((one) => {
      if (one.type === 'open') return '(';
      if (one.type === 'close') return ')';
      if (one.type === 'comment') return `{${one.text}}`;
      return one.type === 'move' ? `${one.text}${one.glyphs}` : '';
    })
    .join(' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')');
}

const find = (tree: Tree, san: string): number =>
  [...tree.nodes.values()].find(({ move }) => move.san === san)?.id ?? -1;

test('variations are written after the move that they replace', () => {
  for (const [lines, expected] of [
    [['e4 e5 Nf3'], '1. e4 e5 2. Nf3'],
    [['e4 e5 Nf3', 'e4 c5 Nc3'], '1. e4 e5 (1… c5 2. Nc3) 2. Nf3'],
    [['e4 e5', 'd4 d5', 'd4 f5'], '1. e4 (1. d4 d5 (1… f5)) 1… e5'],
    [['e4', 'd4', 'c4'], '1. e4 (1. d4) (1. c4)'],
  ] as const) {
    expect(text(grown(...lines))).toBe(expected);
  }
});

test('a move that exists is not added again', () => {
  const tree = grown('e4 e5', 'e4 e5');
  expect(tree.nodes.size).toBe(3);
  expect(pathTo(tree, endOf(tree, ROOT)).map(({ move }) => move.san)).toEqual(['e4', 'e5']);
});

test('variations move up and down among their siblings', () => {
  let tree = grown('e4', 'd4', 'c4');
  tree = shift(tree, find(tree, 'c4'), -1);
  expect(text(tree)).toBe('1. e4 (1. c4) (1. d4)');
  tree = shift(tree, find(tree, 'c4'), -1);
  expect(text(tree)).toBe('1. c4 (1. e4) (1. d4)');
  tree = shift(tree, find(tree, 'c4'), 1);
  expect(text(tree)).toBe('1. e4 (1. c4) (1. d4)');
  expect([canShift(tree, find(tree, 'e4'), -1), canShift(tree, ROOT, 1)]).toEqual([false, false]);
});

test('deleting a move deletes all that follow, and the root stays', () => {
  const tree = grown('e4 e5 Nf3', 'e4 c5');
  expect(text(remove(tree, find(tree, 'e5')))).toBe('1. e4 c5');
  expect(remove(tree, ROOT)).toBe(tree);
  expect(remove(tree, find(tree, 'e4')).nodes.size).toBe(1);
  expect(nodeAt(remove(tree, find(tree, 'e4')), 3).id, 'a node that is gone').toBe(ROOT);
});

test('glyphs and comments are written, and the number is repeated after a comment', () => {
  let tree = grown('e4 e5');
  tree = toggleNag(tree, find(tree, 'e4'), 1);
  tree = changed(tree, find(tree, 'e4'), { comments: ['[%clk 0:01:00] best'] });
  expect(text(tree)).toBe('1. e4! {best} 1… e5');
  expect(nodeAt(toggleNag(tree, find(tree, 'e4'), 1), find(tree, 'e4')).nags).toEqual([]);
});

test('a tree is the same after the wire', () => {
  let tree = grown('e4 e5 Nf3 Nc6', 'e4 c5 Nc3', 'd4 d5', 'e4 e5 Nc3');
  tree = toggleNag(tree, find(tree, 'c5'), 5);
  tree = changed(tree, ROOT, { comments: ['A game'] });
  tree = { ...tree, tags: [{ name: 'White', value: 'Ada' }], result: '1-0' };
  const again = fromWire(toWire(tree));
  expect(toWire(again)).toEqual(toWire(tree));
  expect(text(again)).toBe(text(tree));
  for (const [index, { parent }] of toWire(tree).nodes.entries()) {
    expect(parent ?? -1, 'a move comes after the one it follows').toBeLessThan(index);
  }
});

test('text and shapes change without touching each other or other commands', () => {
  const comments = ['[%csl Ra1][%cal Ge2e4,Bd1h5] fine [%clk 0:05:00]', 'indeed'];
  expect(plainText(comments)).toBe('fine indeed');
  expect(shapesOf(comments)).toEqual([
    { brush: 'red', from: 'a1', to: null },
    { brush: 'green', from: 'e2', to: 'e4' },
    { brush: 'blue', from: 'd1', to: 'h5' },
  ]);
  const renamed = withText(comments, ' good ');
  expect(renamed).toEqual(['[%csl Ra1][%cal Ge2e4,Bd1h5][%clk 0:05:00] good']);
  const redrawn = withShapes(renamed, [{ brush: 'yellow', from: 'h8', to: null }]);
  expect(redrawn).toEqual(['[%csl Yh8] [%clk 0:05:00] good']);
  expect(withShapes(['[%csl Ra1]'], [])).toEqual([]);
  expect(withText([], '')).toEqual([]);
  expect(shapesOf(['[%csl Xa1,Rz9,]'])).toEqual([]);
});
