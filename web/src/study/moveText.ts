/** The move text of a tree: moves with their numbers, variations in parentheses, comments between. */
import { moverAt, numberAt } from '../review/moments';
import { glyphText, shownNags, type Nag } from './glyphs';
import { plainText } from './notes';
import { nodeAt, ROOT, type Tree } from './tree';

export type MoveTextItem =
  | MoveTextMove
  | { readonly type: 'comment'; readonly id: number; readonly text: string }
  | { readonly type: 'open' | 'close'; readonly id: number };

export interface MoveTextMove {
  readonly type: 'move';
  readonly id: number;
  /** The move, with its number where it has one. */
  readonly text: string;
  /** Its glyphs, as text and as numbers. */
  readonly glyphs: string;
  readonly nags: readonly Nag[];
  /** How many variations it is in. */
  readonly depth: number;
}

/** A step of the traversal: a line from a node on, a variation, or the end of one. */
type Todo =
  | {
      readonly line: number;
      readonly ply: number;
      readonly depth: number;
      readonly numbered: boolean;
    }
  | { readonly variation: number; readonly ply: number; readonly depth: number }
  | { readonly close: number };

export function moveText(tree: Tree): MoveTextItem[] {
  const out: MoveTextItem[] = [];
  const comment = (id: number, comments: readonly string[]): boolean => {
    const text = plainText(comments);
    if (text !== '') out.push({ type: 'comment', id, text });
    return text !== '';
  };
  const move = (id: number, ply: number, depth: number, numbered: boolean): boolean => {
    const { move, nags, before, comments } = nodeAt(tree, id);
    const interrupted = comment(id, before);
    const white = moverAt(tree.startFen, ply) === 'white';
    const number = numbered || interrupted || white ? `${numberAt(tree.startFen, ply)} ` : '';
    const signs = { glyphs: glyphText(nags), nags: shownNags(nags) };
    out.push({ type: 'move', id, text: `${number}${move.san}`, ...signs, depth });
    return comment(id, comments);
  };
  comment(ROOT, nodeAt(tree, ROOT).comments);
  const todo: Todo[] = [{ line: ROOT, ply: 0, depth: 0, numbered: true }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if ('close' in next) {
      out.push({ type: 'close', id: next.close });
    } else if ('variation' in next) {
      const { variation, ply, depth } = next;
      out.push({ type: 'open', id: variation });
      const numbered = move(variation, ply, depth, true);
      todo.push({ close: variation });
      todo.push({ line: variation, ply: ply + 1, depth, numbered });
    } else {
      const { line, ply, depth, numbered } = next;
      const [main, ...others] = nodeAt(tree, line).children;
      if (main === undefined) continue;
      const commented = move(main, ply, depth, numbered);
      todo.push({ line: main, ply: ply + 1, depth, numbered: commented || others.length > 0 });
      for (const other of others.reverse()) {
        todo.push({ variation: other, ply, depth: depth + 1 });
      }
    }
  }
  return out;
}
