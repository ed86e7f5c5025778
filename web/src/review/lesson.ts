/**
 * Learning from one's mistakes: each position in which one side went wrong is shown again, until
 * the better move is found or asked for. A state and its steps; whether another move is as good is
 * for the engine to say.
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

/** How far somebody is with a task. */
export type Stage =
  | { readonly type: 'looking'; readonly wrong: Wrong | null }
  /** The engine is asked about another move than its own. */
  | { readonly type: 'asking'; readonly uci: string; readonly san: string }
  | { readonly type: 'found'; readonly san: string; readonly isBest: boolean }
  | { readonly type: 'shown' };

/** A move that was tried and is not good enough. */
export interface Wrong {
  readonly san: string;
  /** It is the very move of the game. */
  readonly isPlayed: boolean;
}

export interface Lesson {
  readonly side: Side;
  readonly tasks: readonly Task[];
  /** Which task it is at; past the last one the lesson is over. */
  readonly at: number;
  readonly stage: Stage;
  /** How much was hinted at: the piece, the square, the move. */
  readonly hint: 0 | 1 | 2 | 3;
  /** How many tasks were solved with a move that no hint had given away. */
  readonly found: number;
}

/** A move that costs less than so many percent of the chances is not judged in a review either. */
const SMALL_LOSS = 5;

/** From this hint on, both squares of the move are given away. */
const TELLING_HINT = 2;

const LOOKING: Stage = { type: 'looking', wrong: null };

/** Where a side made a mistake or a blunder and something better is known. */
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

/** The task that it is at; none when the lesson is over. */
export function taskOf({ tasks, at }: Lesson): Task | null {
  return tasks[at] ?? null;
}

/** Somebody tries a move. */
export function tried(lesson: Lesson, { uci, san }: NotatedMove): Lesson {
  const task = taskOf(lesson);
  if (task === null || lesson.stage.type !== 'looking') return lesson;
  if (uci === task.best.uci) return solved(lesson, task.best.san, true);
  if (uci === task.played.uci) return missed(lesson, san, true);
  return { ...lesson, stage: { type: 'asking', uci, san } };
}

/** The engine says what White's chances are after the move that was tried. */
export function judged(lesson: Lesson, percent: number): Lesson {
  const task = taskOf(lesson);
  if (task === null || lesson.stage.type !== 'asking') return lesson;
  const loss = lesson.side === 'white' ? task.percent - percent : percent - task.percent;
  const { san } = lesson.stage;
  return loss < SMALL_LOSS ? solved(lesson, san, false) : missed(lesson, san, false);
}

/** The engine does not answer; the move can be tried again. */
export function unjudged(lesson: Lesson): Lesson {
  return lesson.stage.type === 'asking' ? { ...lesson, stage: LOOKING } : lesson;
}

/** Tells a little more. */
export function hinted(lesson: Lesson): Lesson {
  const more = { 0: 1, 1: 2, 2: 3, 3: 3 } as const;
  return lesson.stage.type === 'looking' ? { ...lesson, hint: more[lesson.hint] } : lesson;
}

/** Gives the move away. */
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
