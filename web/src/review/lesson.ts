/**
 * Lessons from one's own mistakes: each position in which a side went wrong is an exercise, until a
 * better move is found or shown. A state and its steps; the engine decides whether another move is as
 * good.
 */
import type { GameView } from '../wire/GameView';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Side } from '../wire/Side';
import { moverAt, numberAt, lineText } from './moments';
import type { Progress } from './progress';

/** A position in which a better move is to be found. */
export interface Task {
  /** The half-moves before it. */
  readonly ply: number;
  /** The number that a move has here. */
  readonly number: string;
  readonly played: NotatedMove;
  readonly best: NotatedMove;
  /** Best play, with its numbers. */
  readonly line: string;
  /** White's chances with best play, in percent. */
  readonly percent: number;
}

/** The progress of an exercise. */
export type Stage =
  | { readonly type: 'looking'; readonly wrong: Wrong | null }
  /** The engine is checking a move other than its own. */
  | { readonly type: 'asking'; readonly uci: string; readonly san: string }
  | { readonly type: 'found'; readonly san: string; readonly isBest: boolean }
  | { readonly type: 'shown' };

/** A move that was tried and is not good enough. */
export interface Wrong {
  readonly san: string;
  /** It is the move that was played in the game. */
  readonly isPlayed: boolean;
}

export interface Lesson {
  readonly side: Side;
  readonly tasks: readonly Task[];
  /** The index of the current exercise; past the last one the lesson is over. */
  readonly at: number;
  readonly stage: Stage;
  /** How much was revealed: the piece, the square, the move. */
  readonly hint: 0 | 1 | 2 | 3;
  /** How many exercises were solved with a move that no hint had revealed. */
  readonly found: number;
}

/** A loss of winning chances, in percent, below which a review judges no move either. */
const SMALL_LOSS = 5;

/** From this hint on, both squares of the move are known. */
const TELLING_HINT = 2;

const LOOKING: Stage = { type: 'looking', wrong: null };

/** The mistakes and blunders of a side for which a better move is known. */
export function tasksOf(view: GameView, progress: Progress, side: Side): Task[] {
  const moves = progress.report?.moves ?? [];
  return moves.flatMap(({ judgment }, ply): Task[] => {
    const isBad = judgment === 'mistake' || judgment === 'blunder';
    const reviewed = progress.positions.get(ply);
    const [played, best] = [view.moves[ply], reviewed?.line[0]];
    if (!isBad || !reviewed || !played || !best || best.uci === played.uci) return [];
    if (moverAt(view.start_fen, ply) !== side) return [];
    const number = numberAt(view.start_fen, ply);
    const line = lineText(view.start_fen, ply, reviewed.line);
    return [{ ply, number, played, best, line, percent: reviewed.win_percent }];
  });
}

export function beginLesson(side: Side, tasks: readonly Task[]): Lesson {
  return { side, tasks, at: 0, stage: LOOKING, hint: 0, found: 0 };
}

/** The current exercise; `null` when the lesson is over. */
export function taskOf({ tasks, at }: Lesson): Task | null {
  return tasks[at] ?? null;
}

/** A move was tried. */
export function tried(lesson: Lesson, { uci, san }: NotatedMove): Lesson {
  const task = taskOf(lesson);
  if (task === null || lesson.stage.type !== 'looking') return lesson;
  if (uci === task.best.uci) return solved(lesson, task.best.san, true);
  if (uci === task.played.uci) return missed(lesson, san, true);
  return { ...lesson, stage: { type: 'asking', uci, san } };
}

/** The engine has evaluated the move that was tried, in White's chances. */
export function judged(lesson: Lesson, percent: number): Lesson {
  const task = taskOf(lesson);
  if (task === null || lesson.stage.type !== 'asking') return lesson;
  const loss = lesson.side === 'white' ? task.percent - percent : percent - task.percent;
  const { san } = lesson.stage;
  return loss < SMALL_LOSS ? solved(lesson, san, false) : missed(lesson, san, false);
}

/** The evaluation failed; the move can be tried again. */
export function unjudged(lesson: Lesson): Lesson {
  return lesson.stage.type === 'asking' ? { ...lesson, stage: LOOKING } : lesson;
}

/** Reveals a little more. */
export function hinted(lesson: Lesson): Lesson {
  const more = { 0: 1, 1: 2, 2: 3, 3: 3 } as const;
  return lesson.stage.type === 'looking' ? { ...lesson, hint: more[lesson.hint] } : lesson;
}

/** Shows the solution. */
export function shown(lesson: Lesson): Lesson {
  return lesson.stage.type === 'looking' ? { ...lesson, stage: { type: 'shown' } } : lesson;
}

export function nextTask(lesson: Lesson): Lesson {
  return { ...lesson, at: lesson.at + 1, stage: LOOKING, hint: 0 };
}

function solved(lesson: Lesson, san: string, isBest: boolean): Lesson {
  const isTold = isBest && lesson.hint >= TELLING_HINT;
  const found = isTold ? lesson.found : lesson.found + 1;
  return { ...lesson, stage: { type: 'found', san, isBest }, found };
}

function missed(lesson: Lesson, san: string, isPlayed: boolean): Lesson {
  return { ...lesson, stage: { type: 'looking', wrong: { san, isPlayed } } };
}
