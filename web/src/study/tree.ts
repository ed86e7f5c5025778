/**
 * A game with its variations on the analysis board, as immutable state. Moves come from the server,
 * which alone knows what is legal.
 */
import type { NotatedMove } from '../wire/NotatedMove';
import type { StudyNode } from '../wire/StudyNode';
import type { StudyTag } from '../wire/StudyTag';
import type { StudyTree } from '../wire/StudyTree';
import { toggled } from './glyphs';

/** The id of the root, before all moves. */
export const ROOT = 0;

export interface TreeNode {
  readonly id: number;
  /** `null` for the root. */
  readonly parent: number | null;
  readonly move: NotatedMove;
  readonly nags: readonly number[];
  /** The comments before the move, PGN commands included. */
  readonly before: readonly string[];
  /** The comments after it; at the root, those on the whole game. */
  readonly comments: readonly string[];
  /** The next moves: first the main line, then the variations. */
  readonly children: readonly number[];
}

export interface Tree {
  readonly tags: readonly StudyTag[];
  readonly startFen: string;
  readonly result: string;
  readonly nodes: ReadonlyMap<number, TreeNode>;
  /** The id of the next node. */
  readonly next: number;
}

const NO_MOVE: NotatedMove = { uci: '', san: '' };
const BARE = { nags: [], before: [], comments: [], children: [] } as const;

export function emptyTree(startFen: string): Tree {
  const root: TreeNode = { ...BARE, id: ROOT, parent: null, move: NO_MOVE };
  return { tags: [], startFen, result: '*', nodes: new Map([[ROOT, root]]), next: ROOT + 1 };
}

/** A node; the root for an id that no longer exists. */
export function nodeAt(tree: Tree, id: number): TreeNode {
  return tree.nodes.get(id) ?? { ...BARE, id: ROOT, parent: null, move: NO_MOVE };
}

/** The moves that lead to a node, the first one first. */
export function pathTo(tree: Tree, id: number): TreeNode[] {
  const path: TreeNode[] = [];
  let node = nodeAt(tree, id);
  while (node.parent !== null) {
    path.push(node);
    node = nodeAt(tree, node.parent);
  }
  return path.reverse();
}

/** The last node of the main line from a node on. */
export function endOf(tree: Tree, from: number): number {
  let id = from;
  for (let next = nodeAt(tree, id).children[0]; next !== undefined;) {
    id = next;
    next = nodeAt(tree, id).children[0];
  }
  return id;
}

/** Adds a move, unless it is there already. Returns the node after it. */
export function addMove(tree: Tree, at: number, move: NotatedMove): readonly [Tree, number] {
  const parent = nodeAt(tree, at);
  const known = parent.children.find((id) => nodeAt(tree, id).move.uci === move.uci);
  if (known !== undefined) return [tree, known];
  const id = tree.next;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { ...BARE, id, parent: parent.id, move });
  nodes.set(parent.id, { ...parent, children: [...parent.children, id] });
  return [{ ...tree, nodes, next: id + 1 }, id];
}

/** Removes a move and all that follow it. */
export function remove(tree: Tree, id: number): Tree {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const pending = [id];
  for (let gone = pending.pop(); gone !== undefined; gone = pending.pop()) {
    pending.push(...nodeAt(tree, gone).children);
    nodes.delete(gone);
  }
  const before = nodeAt(tree, parent);
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Moves a variation one step up or down among its siblings. */
export function shift(tree: Tree, id: number, by: -1 | 1): Tree {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return tree;
  const children = [...nodeAt(tree, parent).children];
  const from = children.indexOf(id);
  const other = children[from + by];
  if (other === undefined) return tree;
  children[from] = other;
  children[from + by] = id;
  return changed(tree, parent, { children });
}

/** Whether a variation can be moved up or down. */
export function canShift(tree: Tree, id: number, by: -1 | 1): boolean {
  return shift(tree, id, by) !== tree;
}

/** Changes a node. */
export function changed(
  tree: Tree,
  id: number,
  change: Partial<Pick<TreeNode, 'nags' | 'comments' | 'children'>>,
): Tree {
  const node = tree.nodes.get(id);
  if (node === undefined) return tree;
  return { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, ...change }) };
}

/** Adds or removes a glyph. */
export function toggleNag(tree: Tree, id: number, nag: number): Tree {
  return changed(tree, id, { nags: toggled(nodeAt(tree, id).nags, nag) });
}

/** The tree from its wire format. */
export function fromWire({ tags, start_fen, result, comments, nodes: wireNodes }: StudyTree): Tree {
  const nodes = new Map<number, TreeNode>();
  const children = new Map<number, number[]>();
  wireNodes.forEach(({ parent, uci, san, nags, before, comments }, index) => {
    const id = index + 1;
    const above = parent === null ? ROOT : parent + 1;
    children.set(above, [...(children.get(above) ?? []), id]);
    nodes.set(id, { ...BARE, id, parent: above, move: { uci, san }, nags, before, comments });
  });
  nodes.set(ROOT, { ...BARE, id: ROOT, parent: null, move: NO_MOVE, comments });
  for (const [id, below] of children) {
    const node = nodes.get(id);
    if (node !== undefined) nodes.set(id, { ...node, children: below });
  }
  return { tags, startFen: start_fen, result, nodes, next: wireNodes.length + 1 };
}

/** The ids of all moves in the order of the wire format: every one after its parent. */
function wireOrder(tree: Tree): number[] {
  const order: number[] = [];
  const waiting = [...nodeAt(tree, ROOT).children].reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    order.push(id);
    waiting.push(...[...nodeAt(tree, id).children].reverse());
  }
  return order;
}

/** The index of a node in the wire format; `null` for the root. */
export function wireIndex(tree: Tree, id: number): number | null {
  const index = wireOrder(tree).indexOf(id);
  return index === -1 ? null : index;
}

/** The tree in its wire format. */
export function toWire(tree: Tree): StudyTree {
  const order = wireOrder(tree);
  const indices = new Map(order.map((id, index) => [id, index]));
  const nodes = order.map((id): StudyNode => {
    const { parent, move, nags, before, comments } = nodeAt(tree, id);
    return {
      parent: indices.get(parent ?? ROOT) ?? null,
      ...move,
      nags: [...nags],
      before: [...before],
      comments: [...comments],
    };
  });
  return {
    tags: [...tree.tags],
    start_fen: tree.startFen,
    result: tree.result,
    comments: [...nodeAt(tree, ROOT).comments],
    nodes,
  };
}
