/** Where a game stands, in one line. */
import type { Messages } from '../i18n/messages';
import type { GameView } from '../wire/GameView';
import type { ErrorBody } from '../wire/ErrorBody';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { firstNumber } from './rows';
import { turnOf } from './placement';
import { seatName } from './words';

export interface StatusLine {
  readonly text: string;
  readonly mood: 'calm' | 'check' | 'trouble' | 'over';
  /** An engine is at work, which is seen to move. */
  readonly thinking: boolean;
  /** The number of the move, where the text does not say it. */
  readonly number: number | null;
}

/** The line under the board; the trouble is what keeps the engine from moving. */
export function statusLine(
  words: Messages,
  view: GameView,
  you: Viewer,
  trouble: ErrorBody | null,
): StatusLine {
  const { status, turn, check } = view.state;
  const calm = { mood: 'calm', thinking: false, number: null } as const;
  if (status.type === 'over') {
    return { ...calm, text: words.ended(status.reason, status.winner), mood: 'over' };
  }
  if (status.type === 'waiting') return { ...calm, text: words.waiting };
  const [engine, number] = [isEngine(view, turn), moveNumber(view)];
  if (engine && trouble !== null) {
    return { ...calm, text: troubleText(words, view, trouble), mood: 'trouble' };
  }
  if (check !== null || engine) {
    const told = [check === null ? [] : words.inCheck(turn), engine ? words.thinking : []].flat();
    const mood = check === null ? 'calm' : 'check';
    return { text: told.join(' · '), mood, thinking: engine, number };
  }
  const text = you === turn ? words.yourMove(you, number) : words.toMove(turn, number);
  return { ...calm, text };
}

function troubleText(words: Messages, view: GameView, { code }: ErrorBody): string {
  const name = seatName(words, view.seats[view.state.turn]);
  return code === 'unknown_engine' ? words.engineGone(name) : words.engineFailed(name);
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

/** The side whose pieces the viewer may move now. */
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
  const ends = ['agreement', 'resignation', 'time', 'abandoned', 'aborted', 'recorded'];
  return !ends.includes(reason);
}

function isLeft(view: GameView): boolean {
  return view.state.status.type === 'over' && view.state.status.next !== null;
}
