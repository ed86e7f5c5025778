/**
 * A demonstration board as immutable state: how the changes of the server lead from one version to
 * the next, and how one's own commands look before the server has answered.
 */
import { addMove, changed, fromWire, nodeAt, ROOT, type Tree } from '../study/tree';
import type { DemonstrationChange } from '../wire/DemonstrationChange';
import type { DemonstrationCommand } from '../wire/DemonstrationCommand';
import type { DemonstrationUpdate } from '../wire/DemonstrationUpdate';
import type { DemonstrationView } from '../wire/DemonstrationView';

export interface DemonstrationBoard {
  readonly name: string;
  readonly version: number;
  readonly public: boolean;
  /** The member who has the board; `null` while the organizers have it. */
  readonly holder: string | null;
  readonly tree: Tree;
  /** The node that is shown. */
  readonly at: number;
  readonly flipped: boolean;
}

/** The node of an index of the server, and the other way round. */
export const nodeOf = (index: number | null): number => (index === null ? ROOT : index + 1);
export const indexOf = (node: number): number | null => (node === ROOT ? null : node - 1);

export function boardOf(view: DemonstrationView): DemonstrationBoard {
  const { name, version, public: isPublic, holder, tree, current, flipped } = view;
  const at = nodeOf(current);
  return { name, version, public: isPublic, holder, tree: fromWire(tree), at, flipped };
}

/**
 * The board after a change. An old change leaves it as it is; `null` when changes before this one
 * were missed.
 */
export function updated(
  board: DemonstrationBoard,
  { version, change }: DemonstrationUpdate,
): DemonstrationBoard | null {
  if (version <= board.version) return board;
  if (version !== board.version + 1) return null;
  return { ...applied(board, change), version };
}

function applied(board: DemonstrationBoard, change: DemonstrationChange): DemonstrationBoard {
  switch (change.type) {
    case 'played': {
      const { parent, uci, san } = change.node;
      const [tree, at] = addMove(board.tree, nodeOf(parent), { uci, san });
      return { ...board, tree, at };
    }
    case 'went':
      return { ...board, at: nodeOf(change.current) };
    case 'annotated':
      return annotated(board, nodeOf(change.at), change.comments);
    case 'flipped':
      return { ...board, flipped: change.flipped };
    case 'replaced':
      return { ...board, tree: fromWire(change.tree), at: nodeOf(change.current) };
    case 'handed':
      return { ...board, holder: change.holder };
    case 'shared':
      return { ...board, public: change.public };
  }
}

function annotated(
  board: DemonstrationBoard,
  node: number,
  comments: readonly string[],
): DemonstrationBoard {
  return { ...board, tree: changed(board.tree, node, { comments: [...comments] }) };
}

/** The board as it will be after a command, as far as that is known without the server. */
export function expected(
  board: DemonstrationBoard,
  command: DemonstrationCommand,
): DemonstrationBoard {
  switch (command.type) {
    case 'go':
      return { ...board, at: nodeAt(board.tree, nodeOf(command.current)).id };
    case 'annotate':
      return annotated(board, nodeOf(command.at), command.comments);
    case 'flip':
      return { ...board, flipped: command.flipped };
    default:
      return board;
  }
}

/**
 * Commands that wait for the ones before them, with another one. It replaces the last one if that
 * would not be seen any more: of many steps and strokes, only the latest goes to the server.
 */
export function enqueued(
  waiting: readonly DemonstrationCommand[],
  command: DemonstrationCommand,
): readonly DemonstrationCommand[] {
  const last = waiting.at(-1);
  const isOvertaken =
    (command.type === 'go' && last?.type === 'go') ||
    (command.type === 'flip' && last?.type === 'flip') ||
    (command.type === 'annotate' && last?.type === 'annotate' && last.at === command.at);
  return [...(isOvertaken ? waiting.slice(0, -1) : waiting), command];
}
