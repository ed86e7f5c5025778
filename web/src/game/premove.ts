/**
 * A move that is chosen while the other side is to move. It waits for exactly one answer: then it
 * is played, or it is gone. What is legal is for the server to say, so nothing is checked before.
 */
import type { GameView } from '../wire/GameView';
import type { Viewer } from '../wire/Viewer';
import type { Placement } from './placement';
import { moverFor } from './status';
import { isLegal, needsPromotion, type ChosenMove } from './moveInput';

export interface Premove extends ChosenMove {
  /** How many half-moves had been played when it was chosen. */
  readonly ply: number;
}

/** What becomes of a premove now. */
export type PremoveOutcome =
  | { readonly type: 'waits' }
  | { readonly type: 'plays'; readonly move: ChosenMove }
  /** It can be played, but what the pawn becomes was not chosen yet. */
  | { readonly type: 'asks' }
  | { readonly type: 'gone' };

/** A pawn that would reach the last rank: what it becomes is to be chosen beforehand. */
export function willPromote(pieces: Placement, from: string, to: string): boolean {
  return pieces.get(from)?.role === 'pawn' && /[18]$/.test(to);
}

/** Decides about a premove in the game as it stands, however it has come there. */
export function resolvePremove(premove: Premove, view: GameView, you: Viewer): PremoveOutcome {
  const { from, to, promotion, ply } = premove;
  const mover = moverFor(view, you);
  if (mover === null) return { type: 'gone' };
  if (mover !== view.state.turn) return { type: view.moves.length === ply ? 'waits' : 'gone' };
  const { legal } = view.state;
  if (view.moves.length !== ply + 1 || !isLegal(legal, from, to)) return { type: 'gone' };
  if (!needsPromotion(legal, from, to)) {
    return { type: 'plays', move: { from, to, promotion: null } };
  }
  return promotion === null ? { type: 'asks' } : { type: 'plays', move: { from, to, promotion } };
}
