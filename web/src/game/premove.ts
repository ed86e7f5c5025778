/**
 * A move chosen while the opponent is to move. It waits for one reply and is then played or canceled.
 * Only the server knows what is legal, so nothing is checked before.
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

export type PremoveOutcome =
  | { readonly type: 'waiting' }
  | { readonly type: 'play'; readonly move: ChosenMove }
  /** It can be played once its promotion is chosen. */
  | { readonly type: 'promoting' }
  | { readonly type: 'impossible' };

/** Whether a pawn would reach the last rank; its promotion is chosen beforehand. */
export function willPromote(pieces: Placement, from: string, to: string): boolean {
  return pieces.get(from)?.role === 'pawn' && /[18]$/.test(to);
}

/** What to do with a premove in the game as it stands. */
export function resolvePremove(premove: Premove, view: GameView, you: Viewer): PremoveOutcome {
  const { from, to, promotion, ply } = premove;
  const mover = moverFor(view, you);
  if (mover === null) return { type: 'impossible' };
  if (mover !== view.state.turn)
    return { type: view.moves.length === ply ? 'waiting' : 'impossible' };
  const { legal } = view.state;
  if (view.moves.length !== ply + 1 || !isLegal(legal, from, to)) return { type: 'impossible' };
  if (!needsPromotion(legal, from, to)) {
    return { type: 'play', move: { from, to, promotion: null } };
  }
  return promotion === null
    ? { type: 'promoting' }
    : { type: 'play', move: { from, to, promotion } };
}
