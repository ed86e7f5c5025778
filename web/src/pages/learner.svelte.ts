/** Somebody who learns from their mistakes: the lesson, and what may be played on its board. */
import { app } from '../app.svelte';
import { judgePosition, viewPosition } from '../api/positions';
import type { Role } from '../game/placement';
import { sanOf } from '../game/san';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { errorText } from '../i18n/messages';
import {
  beginLesson,
  hinted,
  judged,
  nextTask,
  shown,
  taskOf,
  tried,
  unjudged,
  type Lesson,
  type Task,
} from '../review/lesson';
import type { LegalMoves } from '../wire/LegalMoves';
import type { Side } from '../wire/Side';
import type { PositionPath } from '../wire/PositionPath';
import type { ReviewSession } from './review.svelte';

export class Learner {
  lesson = $state.raw<Lesson>(beginLesson('white', []));
  legal = $state.raw<LegalMoves | null>(null);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  /** Counts up whenever the board has to forget what was tried on it. */
  resets = $state(0);

  task = $derived(taskOf(this.lesson));
  isLooking = $derived(this.task !== null && this.lesson.stage.type === 'looking');

  constructor(
    private readonly session: ReviewSession,
    side: Side,
    tasks: readonly Task[],
  ) {
    this.lesson = beginLesson(side, tasks);
    void this.#setUp();
  }

  /** A piece was moved on the board. */
  async play(move: ChosenMove): Promise<void> {
    const { legal, task } = this;
    this.promoting = null;
    this.resets += 1;
    if (legal === null || task === null || !isLegal(legal, move.from, move.to)) return;
    if (move.promotion === null && needsPromotion(legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    const uci = uciOf(move);
    this.lesson = tried(this.lesson, { uci, san: sanOf(this.session.pieces, legal, move) });
    if (this.lesson.stage.type === 'asking') await this.#judge(task, uci);
  }

  promote(role: Role): void {
    if (this.promoting !== null) void this.play({ ...this.promoting, promotion: role });
  }

  putBack(): void {
    this.promoting = null;
    this.resets += 1;
  }

  hint(): void {
    this.lesson = hinted(this.lesson);
  }

  show(): void {
    this.lesson = shown(this.lesson);
  }

  next(): void {
    this.lesson = nextTask(this.lesson);
    void this.#setUp();
  }

  /** Shows the position of the task and asks what may be played there. */
  async #setUp(): Promise<void> {
    const { task } = this;
    this.legal = null;
    if (task === null) return;
    this.session.walk(task.ply);
    const answer = await viewPosition(this.#variation(task));
    if (task !== this.task) return;
    if (answer.ok) this.legal = answer.value.legal;
    else app.notify(errorText(app.words, answer.error));
  }

  /** Asks whether a move is nearly as good as the best one. */
  async #judge(task: Task, uci: string): Promise<void> {
    const answer = await judgePosition(this.#variation(task, uci));
    if (task !== this.task) return;
    if (answer.ok) {
      this.lesson = judged(this.lesson, answer.value.win_percent);
      return;
    }
    this.lesson = unjudged(this.lesson);
    app.notify(errorText(app.words, answer.error));
  }

  #variation({ ply }: Task, ...more: readonly string[]): PositionPath {
    const before = this.session.moves.slice(0, ply).map((move) => move.uci);
    return { start_fen: this.session.startFen, moves: [...before, ...more] };
  }
}
