/** A hint that reveals a little more each time: what kind of piece, which piece, the move. */
import type { Messages } from '../i18n/messages';
import type { Hint } from '../wire/Hint';
import { squaresOf, type Placement } from './placement';

export interface OpenHint {
  readonly hint: Hint;
  readonly step: 1 | 2 | 3;
}

export function firstStep(hint: Hint): OpenHint {
  return { hint, step: 1 };
}

export function nextStep({ hint, step }: OpenHint): OpenHint {
  return { hint, step: step === 1 ? 2 : 3 };
}

/** The text of a step. */
export function hintText(
  messages: Messages,
  pieces: Placement,
  { hint, step }: OpenHint,
  localizeSan: (san: string) => string,
): string {
  const { from } = squaresOf(hint.play.uci);
  const what = pieces.get(from)?.role ?? 'pawn';
  if (step === 1) return messages.hintRole(what);
  if (step === 2) return messages.hintPiece(what, from);
  return messages.hintMove(localizeSan(hint.play.san));
}

/** Marks on the board: squares, and arrows for moves. */
export interface Marks {
  readonly squares: readonly string[];
  /** The strongest first. */
  readonly arrows: readonly (readonly [from: string, to: string])[];
}

export const NO_MARKS: Marks = { squares: [], arrows: [] };

export function hintMarks({ hint, step }: OpenHint): Marks {
  const { from, to } = squaresOf(hint.play.uci);
  if (step === 3) return { squares: [], arrows: [[from, to]] };
  return { squares: step === 1 ? [] : [from], arrows: [] };
}
