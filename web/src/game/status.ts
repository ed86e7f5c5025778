/** Where a game stands, in one line. */
import type { Messages } from '../i18n/messages';
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { firstNumber } from './rows';
import { turnOf } from './placement';

export interface StatusLine {
  readonly text: string;
  readonly mood: 'calm' | 'check' | 'thinking' | 'over';
}

/** The line under the board. */
export function statusLine(words: Messages, view: GameView, you: Viewer): StatusLine {
  const { state } = view;
  if (state.status.type === 'over') {
    return { text: words.ended(state.status.reason, state.status.winner), mood: 'over' };
  }
  if (state.status.type === 'waiting') return { text: words.waiting, mood: 'calm' };
  if (state.check !== null && !isEngine(view, state.turn)) {
    return { text: words.inCheck(state.turn), mood: 'check' };
  }
  if (isEngine(view, state.turn)) return { text: words.thinking, mood: 'thinking' };
  const number = moveNumber(view);
  const text = you === state.turn ? words.yourMove(you, number) : words.toMove(state.turn, number);
  return { text, mood: 'calm' };
}

export function isEngine(view: GameView, side: Side): boolean {
  const { type } = view.seats[side].player;
  return type === 'engine' || type === 'external';
}

/** The number of the move that is to be made. */
export function moveNumber(view: GameView): number {
  const late = turnOf(view.start_fen) === 'black' ? 1 : 0;
  return firstNumber(view.start_fen) + Math.floor((view.moves.length + late) / 2);
}

/** The side that a viewer sits on when somebody else has the other one. */
export function ownSide(you: Viewer): Side | null {
  return you === 'white' || you === 'black' ? you : null;
}

/** The side whose men the viewer may move now. */
export function moverFor(view: GameView, you: Viewer): Side | null {
  if (view.state.status.type !== 'playing') return null;
  return you === 'both' ? view.state.turn : ownSide(you);
}

/** Whether moves can be taken back without asking anybody. */
export function canUndo(view: GameView, you: Viewer): boolean {
  const { status } = view.state;
  const over = status.type === 'over' && !isBoardEnd(status.reason);
  if (you === 'spectator' || over || status.type === 'waiting' || isLeft(view)) return false;
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

/** What the rules of the board have ended can be gone back from. */
function isBoardEnd(reason: string): boolean {
  return !['agreement', 'resignation', 'time', 'aborted'].includes(reason);
}

function isLeft(view: GameView): boolean {
  return view.state.status.type === 'over' && view.state.status.next !== null;
}
