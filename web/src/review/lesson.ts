/**
 * Lessons from one's own mistakes: each position in which a side went wrong is an exercise, until a
 * better move is found or shown. A state and its steps; the engine decides whether another move is as
 * good.
 */
import { isEngine } from '../game/status';
import type { GameView } from '../wire/GameView';
import type { Judgment } from '../wire/Judgment';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { judgedMoveAt, moverAt, numberAt, type JudgedMove } from './moments';
import type { LoadedReview } from './loadedReview';

const SIDES: readonly Side[] = ['white', 'black'];

/** A position in which a better move is to be found. */
export interface Exercise {
  /** The half-moves before it. */
  readonly ply: number;
  /** The number that a move has here. */
  readonly number: string;
  readonly played: NotatedMove;
  readonly best: NotatedMove;
  /** Best play. */
  readonly line: readonly NotatedMove[];
  readonly judgment: Judgment | null;
  /** White's chances with best play, in percent. */
  readonly percent: number;
}

/** The progress of an exercise. */
export type ExerciseState =
  | { readonly type: 'looking'; readonly wrong: Wrong | null }
  /** The engine is checking a move other than its own. */
  | { readonly type: 'checking'; readonly uci: string; readonly san: string }
  | { readonly type: 'found'; readonly move: NotatedMove; readonly isBest: boolean }
  | { readonly type: 'shown' };

/** A move that was tried and is not good enough. */
export interface Wrong {
  readonly san: string;
  /** It is the move that was played in the game. */
  readonly isPlayed: boolean;
}

export interface Lesson {
  readonly side: Side;
  readonly exercises: readonly Exercise[];
  /** The index of the current exercise; past the last one the lesson is over. */
  readonly at: number;
  readonly state: ExerciseState;
  /** How much was revealed: the kind of piece, the piece, the move. */
  readonly hint: 0 | 1 | 2 | 3;
  /** How many exercises were solved with a move that no hint had revealed. */
  readonly found: number;
}

/** A loss of winning chances, in percent, below which a review judges no move either. */
const SMALL_LOSS = 5;

/** The hint that tells the move. */
const REVEALING_HINT = 3;

const LOOKING: ExerciseState = { type: 'looking', wrong: null };

/**
 * The sides whose mistakes are offered: those of the reader alone, and nobody learns from those of a
 * computer that played against a person.
 */
export function lessonSides(view: GameView, you: Viewer): Side[] {
  if (you === 'white' || you === 'black') return [you];
  const people = SIDES.filter((side) => !isEngine(view, side));
  return people.length > 0 ? people : [...SIDES];
}

/** How many exercises there are of each kind. */
export function countExercises(exercises: readonly Exercise[]): Readonly<Record<Judgment, number>> {
  const count = (judgment: Judgment): number =>
    exercises.filter((exercise) => exercise.judgment === judgment).length;
  return {
    inaccuracy: count('inaccuracy'),
    mistake: count('mistake'),
    blunder: count('blunder'),
  };
}

/** The mistakes and blunders of a side for which a better move is known. */
export function exercisesOf(view: GameView, loaded: LoadedReview, side: Side): Exercise[] {
  const moves = loaded.report?.moves ?? [];
  return moves.flatMap(({ judgment }, ply): Exercise[] => {
    const isBad = judgment === 'mistake' || judgment === 'blunder';
    const isOwn = moverAt(view.start_fen, ply) === side;
    const exercise = isBad && isOwn ? exerciseAt(view, loaded, ply) : null;
    return exercise === null ? [] : [exercise];
  });
}

/** The position after so many half-moves as an exercise; `null` if the best move was played. */
export function exerciseAt(view: GameView, loaded: LoadedReview, ply: number): Exercise | null {
  const reviewed = loaded.positions.get(ply);
  const [played, best] = [view.moves[ply], reviewed?.line[0]];
  if (!reviewed || !played || !best || best.uci === played.uci) return null;
  const number = numberAt(view.start_fen, ply);
  const judgment = loaded.report?.moves[ply]?.judgment ?? null;
  const { line, win_percent: percent } = reviewed;
  return { ply, number, played, best, line, judgment, percent };
}

/** Whether the better move is for the reader to find: it is their mistake, and not solved yet. */
export function hidesAnswer(
  view: GameView,
  loaded: LoadedReview,
  index: number,
  { you, revealed }: { readonly you: Viewer; readonly revealed: ReadonlySet<number> },
): boolean {
  const isOwn = judgedMoveAt(view, loaded, index)?.side === you;
  return isOwn && !revealed.has(index) && exerciseAt(view, loaded, index) !== null;
}

/**
 * A line after so many half-moves, up to a move that is still to be found: as long as the game went
 * the same way, best play leads to the positions in which the reader went wrong.
 */
export function openLine(
  moves: readonly NotatedMove[],
  ply: number,
  line: readonly NotatedMove[],
  hidesAnswer: (index: number) => boolean,
): readonly NotatedMove[] {
  const departure = line.findIndex((move, index) => move.uci !== moves[ply + index]?.uci);
  const common = departure === -1 ? line : line.slice(0, departure + 1);
  const hidden = common.findIndex((_, index) => hidesAnswer(ply + index));
  return hidden === -1 ? line : line.slice(0, hidden);
}

/** The next of these moments after so many half-moves that is offered as an exercise. */
export function exerciseAfter(
  view: GameView,
  loaded: LoadedReview,
  moments: readonly JudgedMove[],
  { you, ply }: { readonly you: Viewer; readonly ply: number },
): Exercise | null {
  const sides = lessonSides(view, you);
  const later = moments.filter(({ index, side }) => index > ply && sides.includes(side));
  return (
    later.map(({ index }) => exerciseAt(view, loaded, index)).find((it) => it !== null) ?? null
  );
}

export function beginLesson(side: Side, exercises: readonly Exercise[]): Lesson {
  return { side, exercises, at: 0, state: LOOKING, hint: 0, found: 0 };
}

/** The current exercise; `null` when the lesson is over. */
export function exerciseOf({ exercises, at }: Lesson): Exercise | null {
  return exercises[at] ?? null;
}

/** A move was tried. */
export function tried(lesson: Lesson, { uci, san }: NotatedMove): Lesson {
  const exercise = exerciseOf(lesson);
  if (exercise === null || lesson.state.type !== 'looking') return lesson;
  if (uci === exercise.best.uci) return solved(lesson, exercise.best, true);
  if (uci === exercise.played.uci) return missed(lesson, san, true);
  return { ...lesson, state: { type: 'checking', uci, san } };
}

/** The engine has evaluated the move that was tried, in White's chances. */
export function evaluated(lesson: Lesson, percent: number): Lesson {
  const exercise = exerciseOf(lesson);
  if (exercise === null || lesson.state.type !== 'checking') return lesson;
  const loss = lesson.side === 'white' ? exercise.percent - percent : percent - exercise.percent;
  const { uci, san } = lesson.state;
  return loss < SMALL_LOSS ? solved(lesson, { uci, san }, false) : missed(lesson, san, false);
}

/** The evaluation failed; the move can be tried again. */
export function evaluationFailed(lesson: Lesson): Lesson {
  return lesson.state.type === 'checking' ? { ...lesson, state: LOOKING } : lesson;
}

/** Reveals a little more. */
export function hinted(lesson: Lesson): Lesson {
  const more = { 0: 1, 1: 2, 2: 3, 3: 3 } as const;
  return lesson.state.type === 'looking' ? { ...lesson, hint: more[lesson.hint] } : lesson;
}

/** Shows the solution. */
export function shown(lesson: Lesson): Lesson {
  return lesson.state.type === 'looking' ? { ...lesson, state: { type: 'shown' } } : lesson;
}

export function nextExercise(lesson: Lesson): Lesson {
  return { ...lesson, at: lesson.at + 1, state: LOOKING, hint: 0 };
}

function solved(lesson: Lesson, move: NotatedMove, isBest: boolean): Lesson {
  const wasRevealed = isBest && lesson.hint >= REVEALING_HINT;
  const found = wasRevealed ? lesson.found : lesson.found + 1;
  return { ...lesson, state: { type: 'found', move, isBest }, found };
}

function missed(lesson: Lesson, san: string, isPlayed: boolean): Lesson {
  return { ...lesson, state: { type: 'looking', wrong: { san, isPlayed } } };
}
