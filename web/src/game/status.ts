/** The state of a game in one line, and what its players may do. */
import type { Messages } from '../i18n/messages';
import type { GameView } from '../wire/GameView';
import type { ErrorBody } from '../wire/ErrorBody';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { invitationState, invitedTo } from './invitation';
import { firstNumber } from './rows';
import { turnOf } from './placement';
import { seatName, subjectOf } from './descriptions';

export interface StatusLine {
  readonly text: string;
  readonly severity: 'normal' | 'check' | 'error' | 'over' | 'adjourned';
  /** An engine is thinking, which is animated. */
  readonly thinking: boolean;
  /** The move number, where the text does not contain it. */
  readonly number: number | null;
}

/**
 * The line below the board; `engineError` is why the engine to move cannot. Where a card tells the
 * result, the line does not repeat it.
 */
export function statusLine(
  messages: Messages,
  view: GameView,
  you: Viewer,
  engineError: ErrorBody | null,
  isResultShown = false,
): StatusLine {
  const { status, turn, check } = view.state;
  const normal = { severity: 'normal', thinking: false, number: null } as const;
  if (status.type === 'over') {
    const text = isResultShown ? messages.gameOver : endText(messages, view, you);
    return { ...normal, text, severity: 'over' };
  }
  if (status.type === 'adjourned') {
    return { ...normal, text: messages.locks.adjourned, severity: 'adjourned' };
  }
  if (status.type === 'waiting') {
    return {
      ...normal,
      text:
        you === 'spectator'
          ? `${messages.waitingForOpponent}. ${messages.invitation.linkNeeded}`
          : messages.waiting,
    };
  }
  const [engine, number] = [isEngine(view, turn), moveNumber(view)];
  if (engine && engineError !== null) {
    return { ...normal, text: engineErrorText(messages, view, engineError), severity: 'error' };
  }
  if (check !== null || engine) {
    const parts = [
      check === null ? [] : messages.inCheck(turn),
      engine ? messages.thinking : [],
    ].flat();
    const severity = check === null ? 'normal' : 'check';
    return { text: parts.join(' · '), severity, thinking: engine, number };
  }
  const text = you === turn ? messages.yourMove(you, number) : messages.toMove(turn, number);
  return { ...normal, text };
}

/** The line for somebody who holds an invitation to the game. */
export function invitedLine(messages: Messages, view: GameView): StatusLine {
  const text = messages.invitation.title(invitedTo(view).inviter);
  return { text, severity: 'normal', thinking: false, number: null };
}

/** How a game ended; empty while it goes on. */
export function endText(messages: Messages, view: GameView, you: Viewer): string {
  const { status } = view.state;
  if (status.type !== 'over') return '';
  if (invitationState(view) === 'canceled') return messages.invitation.canceled;
  return messages.ended(status.reason, status.winner, (side) =>
    subjectOf(messages, view, side, you),
  );
}

/** A result as chess players write it: `1–0`, `½–½`; empty without one. */
export function resultText(result: string): string {
  return result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');
}

function engineErrorText(messages: Messages, view: GameView, { code }: ErrorBody): string {
  const name = seatName(messages, view.seats[view.state.turn]);
  return code === 'unknown_engine' ? messages.engineGone(name) : messages.engineFailed(name);
}

export function isEngine(view: GameView, side: Side): boolean {
  const { type } = view.seats[side].player;
  return type === 'engine' || type === 'external';
}

/** The number of the next move. */
export function moveNumber(view: GameView): number {
  const late = turnOf(view.start_fen) === 'black' ? 1 : 0;
  return firstNumber(view.start_fen) + Math.floor((view.moves.length + late) / 2);
}

/** The side of a viewer who plays one side only. */
export function ownSide(you: Viewer): Side | null {
  return you === 'white' || you === 'black' ? you : null;
}

/** The side whose pieces the viewer may move now. */
export function moverFor(view: GameView, you: Viewer): Side | null {
  if (view.state.status.type !== 'playing') return null;
  return you === 'both' ? view.state.turn : ownSide(you);
}

/** Whether moves can be taken back without asking the opponent. */
export function canUndo(view: GameView, you: Viewer): boolean {
  const { status } = view.state;
  const over = status.type === 'over' && !isBoardEnd(status.reason);
  const stands = over || status.type === 'waiting' || status.type === 'adjourned';
  if (you === 'spectator' || stands || hasRematch(view)) return false;
  if (you === 'both') return view.moves.length > 0;
  const first = turnOf(view.start_fen) === you ? 1 : 2;
  return againstEngine(view) && view.moves.length >= first;
}

export function canRedo(view: GameView, you: Viewer): boolean {
  const free = you === 'both' || (you !== 'spectator' && againstEngine(view));
  return free && view.state.undone > 0 && view.state.status.type === 'playing';
}

export function againstEngine(view: GameView): boolean {
  return isEngine(view, 'white') || isEngine(view, 'black');
}

/** Whether the last move ended the game; such a move can still be taken back. */
export function isBoardEnd(reason: string): boolean {
  const ends = ['agreement', 'resignation', 'time', 'abandoned', 'aborted', 'recorded'];
  return !ends.includes(reason);
}

function hasRematch(view: GameView): boolean {
  return view.state.status.type === 'over' && view.state.status.next !== null;
}
