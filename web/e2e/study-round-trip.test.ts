/**
 * A game is imported, changed as a person might change it, exported and imported again, and
 * nothing is lost. The changes are the app's own, the PGN is the server's.
 */
import { expect, test } from 'vitest';

import { withShapes, withText, type Brush, type Shape } from '../src/study/notes';
import {
  addMove,
  changed,
  fromWire,
  pathTo,
  nodeAt,
  remove,
  ROOT,
  shift,
  toggleNag,
  toWire,
  type Tree,
} from '../src/study/tree';
import type { PositionView } from '../src/wire/PositionView';
import type { StudyTree } from '../src/wire/StudyTree';
import { runningApp } from './harness';

const app = runningApp();

/** Whole numbers below a bound, the same ones for the same seed. */
type Chance = (below: number) => number;

function chance(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pick<T>(some: readonly T[], next: Chance): T {
  const one = some[next(some.length)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
}

async function post(path: string, body: string): Promise<Response> {
  const answer = await fetch(app().origin + path, {
    method: 'POST',
    headers: path === '/api/studies/read' ? {} : { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status, body).toBe(200);
  return answer;
}

const read = async (pgn: string): Promise<StudyTree> =>
  (await (await post('/api/studies/read', pgn)).json()) as StudyTree;
const write = async (tree: Tree): Promise<string> =>
  (await post('/api/studies/write', JSON.stringify(toWire(tree)))).text();

const reread = async (tree: Tree): Promise<Tree> => fromWire(await read(await write(tree)));

const GAMES = [
  '*',
  `[White "Ada \\"A\\" \\\\"]
[Black "Łukasz"]
[Opening "Italian"]

{About it} 1. e4 $1 {[%eval 0.2] [%clk 0:09:58] good} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)
2... d6) (1... e6) 2. Nf3 Nc6 3. Bc4 {[%csl Gf7,Re5][%cal Gc4f7] look} Bc5 $6 1/2-1/2`,
  `[SetUp "1"]
[FEN "8/P6k/8/2Pp4/8/8/5p1K/8 w - d6 3 60"]

60. cxd6 ({or} 60. a8=N f1=N+ $13) 60... f1=Q 0-1`,
  `[Variant "Chess960"]
[SetUp "1"]
[FEN "nqbbrkrn/pppppppp/8/8/8/8/PPPPPPPP/NQBBRKRN w GEge - 0 1"]

1. O-O {[%emt 0:00:05]} g6 (1... O-O) 2. Ng3 *`,
];
const TEXTS = [
  'A plan.',
  '{ ( ; % [ "',
  'wins (or 1-0) $5',
  '1... Qh4 *',
  'zwölf Züge, ½ – 日本',
  'word '.repeat(40),
];
const BRUSHES: readonly Brush[] = ['green', 'red', 'yellow', 'blue'];

function drawn(next: Chance): Shape[] {
  const square = (): string => pick([...'abcdefgh'], next) + pick([...'12345678'], next);
  return Array.from({ length: next(4) }, () => ({
    brush: pick(BRUSHES, next),
    from: square(),
    to: next(2) === 0 ? null : square(),
  }));
}

/** A legal move more; the place after it is a new one or one that was there. */
async function grown(tree: Tree, at: number, next: Chance): Promise<Tree> {
  const moves = pathTo(tree, at).map(({ move }) => move.uci);
  const ask = async (more: readonly string[]): Promise<PositionView> => {
    const variation = { start_fen: tree.startFen, moves: [...moves, ...more] };
    return (await (await post('/api/positions', JSON.stringify(variation))).json()) as PositionView;
  };
  const { destinations, promotions } = (await ask([])).legal;
  const legal = Object.entries(destinations).flatMap(([from, to]) => to.map((end) => from + end));
  if (legal.length === 0) return tree;
  const steps = pick(legal, next);
  const uci = promotions.includes(steps) ? steps + pick([...'qrbn'], next) : steps;
  const played = (await ask([uci])).moves.at(-1);
  return played === undefined ? tree : addMove(tree, at, played)[0];
}

/** One thing that somebody does at the board. */
async function edited(tree: Tree, next: Chance): Promise<Tree> {
  const id = pick([...tree.nodes.keys()], next);
  const { comments } = nodeAt(tree, id);
  switch (next(10)) {
    case 0:
      return remove(tree, id);
    case 1:
      return shift(tree, id, pick([-1, 1] as const, next));
    case 2:
      return id === ROOT ? tree : toggleNag(tree, id, 1 + next(139));
    case 3:
      return changed(tree, id, { comments: withText(comments, pick(TEXTS, next)) });
    case 4:
      return changed(tree, id, { comments: withShapes(comments, drawn(next)) });
    default:
      return grown(tree, id, next);
  }
}

test.each([1, 2, 3, 4, 5, 6])('what is changed on the board comes back, %i', async (seed) => {
  const next = chance(seed);
  for (const game of GAMES) {
    // Written once before, so that it has the tags that every game has.
    let tree = await reread(fromWire(await read(game)));
    for (let step = 0; step < 40; step += 1) tree = await edited(tree, next);
    const again = await reread(tree);
    expect(toWire(again)).toEqual(toWire(tree));
    expect(await write(again)).toBe(await write(tree));
  }
});
