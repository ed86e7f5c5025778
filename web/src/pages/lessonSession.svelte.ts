/** The controller of a lesson: its state, and the legal moves of the current exercise. */
import { app } from '../app.svelte';
import { evaluatePosition, viewPosition } from '../api/positions';
import type { Role } from '../game/placement';
import { sanOf } from '../game/san';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { errorText } from '../i18n/messages';
import {
  beginLesson,
  hinted,
  evaluated,
  nextExercise,
  shown,
  exerciseOf,
  tried,
  evaluationFailed,
  type Lesson,
  type Exercise,
} from '../review/lesson';
import type { LegalMoves } from '../wire/LegalMoves';
import type { Side } from '../wire/Side';
import type { PositionPath } from '../wire/PositionPath';
import type { ReviewSession, Variation } from './review.svelte';

export class LessonSession {
  lesson = $state.raw<Lesson>(beginLesson('white', []));
  legal = $state.raw<LegalMoves | null>(null);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  /** Counts up whenever the board has to forget an attempt. */
  resets = $state(0);

  exercise = $derived(exerciseOf(this.lesson));
  isLooking = $derived(this.exercise !== null && this.lesson.state.type === 'looking');
  /** The move that was found, as the board shows it. */
  #found = $state.raw<Variation | null>(null);
  /** Whether the board shows a line instead of the exercise. */
  isInLine = $derived.by(() => {
    const { variation } = this.session;
    return variation !== null && variation !== this.#found;
  });

  constructor(
    private readonly session: ReviewSession,
    side: Side,
    exercises: readonly Exercise[],
    /** One bad move, tried again in the middle of the review. */
    readonly isRetry = false,
  ) {
    this.lesson = beginLesson(side, exercises);
    void this.#setUp();
  }

  /** A piece was moved on the board. */
  async play(move: ChosenMove): Promise<void> {
    const { legal, exercise } = this;
    this.promoting = null;
    this.resets += 1;
    if (legal === null || exercise === null || !isLegal(legal, move.from, move.to)) return;
    if (move.promotion === null && needsPromotion(legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    const uci = uciOf(move);
    this.lesson = tried(this.lesson, { uci, san: sanOf(this.session.pieces, legal, move) });
    if (this.lesson.state.type === 'checking') await this.#evaluate(exercise, uci);
    else this.#playFound(exercise);
  }

  promote(role: Role): void {
    if (this.promoting !== null) void this.play({ ...this.promoting, promotion: role });
  }

  cancelPromotion(): void {
    this.promoting = null;
    this.resets += 1;
  }

  hint(): void {
    this.lesson = hinted(this.lesson);
  }

  show(): void {
    this.lesson = shown(this.lesson);
    if (this.exercise !== null) this.session.reveal(this.exercise.ply);
  }

  /** Goes back from a line to the exercise, or to the move that was found, and announces it. */
  leaveLine(): void {
    if (this.#found !== null) this.session.showVariation(this.#found);
    else this.session.returnToExercise();
  }

  /** Takes the last move of a line back, or leaves it where that leads back to the exercise. */
  shortenLine(line: Variation): void {
    const [first, ...others] = line.moves.slice(0, -1);
    const isFound = others.length === 0 && first?.uci === this.#found?.moves[0]?.uci;
    if (isFound || first === undefined) this.leaveLine();
    else this.session.shortenVariation(line);
  }

  next(): void {
    this.lesson = nextExercise(this.lesson);
    this.#found = null;
    this.session.leaveVariation();
    void this.#setUp();
  }

  /** Shows the position of the exercise and fetches its legal moves. */
  async #setUp(): Promise<void> {
    const { exercise } = this;
    this.legal = null;
    if (exercise === null) return;
    this.session.goToPly(exercise.ply);
    const result = await viewPosition(this.#variation(exercise));
    if (!this.#isCurrent(exercise)) return;
    if (result.ok) this.legal = result.value.legal;
    else app.notify(errorText(app.messages, result.error));
  }

  /** Has the engine check whether a move is nearly as good as the best one. */
  async #evaluate(exercise: Exercise, uci: string): Promise<void> {
    const result = await evaluatePosition(this.#variation(exercise, uci));
    if (!this.#isCurrent(exercise)) return;
    if (result.ok) {
      this.lesson = evaluated(this.lesson, result.value.win_percent);
      this.#playFound(exercise);
      return;
    }
    this.lesson = evaluationFailed(this.lesson);
    app.notify(errorText(app.messages, result.error));
  }

  /** Whether an exercise is still being solved: a lesson can be left at any time. */
  #isCurrent(exercise: Exercise): boolean {
    return exercise === this.exercise && this.session.lessonSession === this;
  }

  /** Plays the move that was found on the board. The panel says what it is. */
  #playFound({ ply }: Exercise): void {
    const { state } = this.lesson;
    if (state.type !== 'found') return;
    this.session.reveal(ply);
    this.#found = { ply, moves: [state.move], rest: [] };
    this.session.variation = this.#found;
  }

  #variation({ ply }: Exercise, ...more: readonly string[]): PositionPath {
    const before = this.session.moves.slice(0, ply).map((move) => move.uci);
    return { start_fen: this.session.startFen, moves: [...before, ...more] };
  }
}
