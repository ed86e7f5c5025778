/** The boards of a simul: the score, and which of them wait for the exhibitor. */
import type { SimulBoardView } from '../wire/SimulBoardView';
import type { SimulCaller } from '../wire/SimulCaller';
import type { SimulView } from '../wire/SimulView';

/** The exhibitor's score. */
export interface Score {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  readonly running: number;
}

export type Outcome = 'win' | 'draw' | 'loss';

/** How a game ended for the exhibitor; `null` while it goes on, and when it was aborted. */
export function outcomeOf({ status, color }: SimulBoardView): Outcome | null {
  if (status.type !== 'over' || status.reason === 'aborted') return null;
  if (status.winner === null) return 'draw';
  return status.winner === color ? 'win' : 'loss';
}

export function scoreOf(boards: readonly SimulBoardView[]): Score {
  const count = (outcome: Outcome): number =>
    boards.filter((board) => outcomeOf(board) === outcome).length;
  const running = boards.filter(isRunning).length;
  return { wins: count('win'), draws: count('draw'), losses: count('loss'), running };
}

/** The score as chess players write it: +3 =1 −0. */
export function scoreText({ wins, draws, losses }: Score): string {
  return `+${wins} =${draws} −${losses}`;
}

export function isRunning({ status }: SimulBoardView): boolean {
  return status.type !== 'over';
}

/** Whether it is the exhibitor's turn. */
export function isWaiting(board: SimulBoardView): boolean {
  return board.status.type === 'playing' && board.turn === board.color;
}

/** Whether it is the caller's turn on this board: the exhibitor's, or that of the opponent there. */
export function isTurnOf({ exhibitor, board: own }: SimulCaller, board: SimulBoardView): boolean {
  if (board.status.type !== 'playing') return false;
  return isWaiting(board) ? exhibitor : own === board.number;
}

/** Those that wait for the exhibitor first, then the others that go on, then the rest. */
export function inOrder(boards: readonly SimulBoardView[]): readonly SimulBoardView[] {
  const rank = (board: SimulBoardView): number => (isWaiting(board) ? 0 : isRunning(board) ? 1 : 2);
  return boards.toSorted((a, b) => rank(a) - rank(b) || a.number - b.number);
}

/**
 * The next board after this one that waits for the exhibitor, or the one before; `null` when none
 * does. The exhibitor walks along the boards, and begins again at the end.
 */
export function nextWaiting(
  boards: readonly SimulBoardView[],
  after: number | null,
  direction: 1 | -1 = 1,
): number | null {
  const waiting = boards
    .filter((board) => isWaiting(board) && board.number !== after)
    .map(({ number }) => number)
    .toSorted((a, b) => (a - b) * direction);
  const beyond = waiting.find((number) => (number - (after ?? 0)) * direction > 0);
  return beyond ?? waiting[0] ?? null;
}

/** A simul with a newer state of a board; an older one is dropped. */
export function withBoard(simul: SimulView, board: SimulBoardView): SimulView {
  const boards = simul.boards.map((known) =>
    known.number === board.number && known.version <= board.version ? board : known,
  );
  return { ...simul, boards };
}
