/**
 * Moves chosen while the opponent is to move. They wait in a queue: each is played after a reply, or
 * cancels the queue if it is impossible by then. Only the server knows what is legal, so nothing is
 * checked before.
 */
import type { GameView } from '../wire/GameView';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { isLegal, needsPromotion, type ChosenMove } from './moveInput';
import { afterMove, isCastling, squaresOf, type Placement } from './placement';
import { moverFor } from './status';

export interface PremoveQueue {
  /** How many half-moves are played when the first premove waits; it is played after one more. */
  readonly ply: number;
  /** In the order in which they are to be played. */
  readonly moves: readonly ChosenMove[];
}

export const NO_PREMOVES: PremoveQueue = { ply: 0, moves: [] };

export type PremoveOutcome =
  | { readonly type: 'waiting'; readonly queue: PremoveQueue }
  /** The first of the queue is to be played; it stays there until it is seen among the moves. */
  | { readonly type: 'play'; readonly queue: PremoveQueue; readonly move: ChosenMove }
  | { readonly type: 'impossible'; readonly move: ChosenMove };

/** Adds a premove. The first one waits for the reply to this half-move. */
export function addPremove(queue: PremoveQueue, move: ChosenMove, ply: number): PremoveQueue {
  if (queue.moves.length === 0) return { ply, moves: [move] };
  return { ...queue, moves: [...queue.moves, move] };
}

/** Whether a pawn would reach the last rank; ahead of time it becomes a queen. */
export function willPromote(pieces: Placement, from: string, to: string): boolean {
  return pieces.get(from)?.role === 'pawn' && /[18]$/.test(to);
}

/** What to do with the queue in the game as it stands. */
export function resolvePremoves(before: PremoveQueue, view: GameView, you: Viewer): PremoveOutcome {
  const queue = withoutPlayed(before, view.moves);
  const [first] = queue.moves;
  if (first === undefined) return { type: 'waiting', queue };
  const mover = moverFor(view, you);
  const replies = view.moves.length - queue.ply;
  if (mover === null) return { type: 'impossible', move: first };
  if (mover !== view.state.turn && replies === 0) return { type: 'waiting', queue };
  const { legal } = view.state;
  const isPlayable =
    mover === view.state.turn && replies === 1 && isLegal(legal, first.from, first.to);
  if (!isPlayable) return { type: 'impossible', move: first };
  const promotes = needsPromotion(legal, first.from, first.to);
  const promotion = promotes ? (first.promotion ?? 'queen') : null;
  return { type: 'play', queue, move: { ...first, promotion } };
}

/** The position as it will be if the opponent changes nothing. */
export function afterPremoves(
  pieces: Placement,
  moves: readonly ChosenMove[],
  side: Side,
): Placement {
  return moves.reduce((before, move) => afterPremove(before, move, side), pieces);
}

/** A pawn that moves diagonally takes what will be there, so nothing is captured en passant. */
function afterPremove(pieces: Placement, move: ChosenMove, side: Side): Placement {
  const { from, to, promotion } = move;
  const piece = pieces.get(from);
  if (piece?.color !== side) return pieces;
  if (piece.role === 'king' && isCastling(pieces, piece, from, to)) {
    return afterMove(pieces, `${from}${to}`);
  }
  const next = new Map(pieces);
  next.delete(from);
  return next.set(to, { color: side, role: promotion ?? piece.role });
}

/** The queue without the premoves that are among the moves of the game. */
function withoutPlayed(queue: PremoveQueue, moves: readonly NotatedMove[]): PremoveQueue {
  const [first, ...others] = queue.moves;
  const played = moves[queue.ply + 1];
  if (first === undefined || played === undefined || !isSame(first, played)) return queue;
  return withoutPlayed({ ply: queue.ply + 2, moves: others }, moves);
}

/** Castling can be written with the square of the king or with that of the rook. */
function isSame(move: ChosenMove, played: NotatedMove): boolean {
  const { from, to } = squaresOf(played.uci);
  return move.from === from && (move.to === to || played.san.startsWith('O-O'));
}
