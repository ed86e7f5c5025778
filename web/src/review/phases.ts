/** The phases of a reviewed game: which moves are in them, and why a side has no accuracy in one. */
import type { GameView } from '../wire/GameView';
import type { ReviewReport } from '../wire/ReviewReport';
import type { Side } from '../wire/Side';
import type { SideReport } from '../wire/SideReport';
import type { Phase } from './graph';
import { moverAt } from './moments';

export const PHASES: readonly Phase[] = ['opening', 'middlegame', 'endgame'];

/** A difference of two accuracies that is not seen, in percent. */
const NEGLIGIBLE = 0.05;

/** The side has not moved in the phase, or was lost and could give nothing away. */
export type NoAccuracy = 'moves' | 'lost';

/** Why a side has no accuracy in a phase; `null` if it has one. */
export function whyNone(
  report: ReviewReport,
  { start_fen }: Pick<GameView, 'start_fen'>,
  phase: Phase,
  side: Side,
): NoAccuracy | null {
  if (report[side][phase] !== null) return null;
  const [from, to] = movesOf(report, phase);
  const plies = Array.from({ length: to - from }, (_, index) => from + index);
  return plies.some((ply) => moverAt(start_fen, ply) === side) ? 'lost' : 'moves';
}

/**
 * Whether the accuracies of a side seem to contradict each other: that of the whole game, which
 * follows the published formula alone, is not between those of the phases.
 */
export function isBeyondPhases(side: SideReport): boolean {
  const accuracies = PHASES.map((phase) => side[phase]).filter((value) => value !== null);
  const [least, most] = [Math.min(...accuracies), Math.max(...accuracies)];
  const { accuracy } = side;
  return accuracy !== null && (accuracy < least - NEGLIGIBLE || accuracy > most + NEGLIGIBLE);
}

/** The first move of a phase and the one after its last, counted from 0. */
function movesOf({ middlegame, endgame, moves }: ReviewReport, phase: Phase): [number, number] {
  const end = endgame ?? moves.length;
  const middle = middlegame ?? end;
  if (phase === 'opening') return [0, middle];
  return phase === 'middlegame' ? [middle, end] : [end, moves.length];
}
