/**
 * The controller of the review page: the game, the analysis so far, and the position being viewed.
 */
import { app } from '../app.svelte';
import { viewGame } from '../api/games';
import { UNREACHABLE, type ApiResult, type ApiError } from '../api/request';
import { followReview, readReview, startReview, stopReview } from '../api/reviews';
import { describeMove } from '../game/descriptions';
import { opposite, replay, type Placement } from '../game/placement';
import { judgmentText, moveText, stepText, type Writing } from '../review/announcement';
import { secondsLeft } from '../review/eta';
import {
  exerciseAfter,
  exerciseAt,
  hidesAnswer,
  lessonSides,
  openLine,
  type Exercise,
} from '../review/lesson';
import { loadedReviewOf, withPosition, type LoadedReview } from '../review/loadedReview';
import {
  judgedMoveAt,
  keyMomentsOf,
  momentAt,
  moverAt,
  neighboringMoments,
  openingPly,
} from '../review/moments';
import type { GameView } from '../wire/GameView';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Review } from '../wire/Review';
import type { Side } from '../wire/Side';
import type { Viewer } from '../wire/Viewer';
import { LessonSession } from './lessonSession.svelte';
import { viewerHere } from './viewer';

const NOTHING: Placement = new Map();

/** Moves that could have been played after so many half-moves of the game. */
export interface Variation {
  readonly ply: number;
  readonly moves: readonly NotatedMove[];
  /** How the line goes on. */
  readonly rest: readonly NotatedMove[];
}

interface ShownPosition {
  readonly pieces: Placement;
  readonly turn: Side;
  readonly lastMove: NotatedMove | null;
}

export class ReviewSession {
  view = $state.raw<GameView | null>(null);
  loaded = $state.raw<LoadedReview | null>(null);
  /** The estimated seconds until the review is finished. */
  secondsLeft = $state.raw<number | null>(null);
  /** Why there is no review, or no more of it. */
  error = $state.raw<ApiError | null>(null);
  /** The half-move being viewed. */
  ply = $state(0);
  flipped = $state(false);
  /** The lesson in progress, during which the answers are hidden. */
  lessonSession = $state.raw<LessonSession | null>(null);

  /** The bad moves for which the reader has found a better one, or was shown it. */
  #revealed = $state.raw<ReadonlySet<number>>(new Set());

  /** Moves that were not played, shown on the board instead of the game. */
  variation = $state.raw<Variation | null>(null);
  /** The same while the pointer is on a move. */
  pointedAt = $state.raw<Variation | null>(null);

  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  pieces = $derived(this.positions[this.ply] ?? NOTHING);
  turn = $derived(moverAt(this.startFen, this.ply));
  lastMove = $derived(this.moves[this.ply - 1] ?? null);
  /** What the board shows: the position of the game, or the one after a variation. */
  shown = $derived.by((): ShownPosition => {
    const { startFen, pieces, turn, lastMove } = this;
    const variation = this.pointedAt ?? this.variation;
    if (variation === null) return { pieces, turn, lastMove };
    const moves = [...this.moves.slice(0, variation.ply), ...variation.moves];
    return {
      pieces: replay(startFen, moves).at(-1) ?? NOTHING,
      turn: moverAt(startFen, moves.length),
      lastMove: moves.at(-1) ?? null,
    };
  });
  reviewed = $derived(this.loaded?.positions.get(this.ply) ?? null);
  /** The judgment of the move that led here; `null` if it was not bad. */
  judgedMove = $derived(
    this.view && this.loaded ? judgedMoveAt(this.view, this.loaded, this.ply - 1) : null,
  );
  keyMoments = $derived(this.view && this.loaded ? keyMomentsOf(this.view, this.loaded) : []);
  /** The index of the key moment that is shown; `null` between them. */
  momentIndex = $derived(momentAt(this.keyMoments, this.ply));
  neighbors = $derived(neighboringMoments(this.keyMoments, this.ply));
  /** Who reads. */
  you = $derived<Viewer>(this.view === null ? 'spectator' : viewerHere(this.view));
  /** The move that led here, to be tried again; `null` if it was the best, not bad, or another's. */
  retryable = $derived(
    this.view && this.loaded && this.judgedMove && this.#isOffered(this.judgedMove.side)
      ? exerciseAt(this.view, this.loaded, this.judgedMove.index)
      : null,
  );
  /** The bad move on the board, or the one to come, whose better move is hidden; `null` for none. */
  hiddenAnswer = $derived(
    [this.ply - 1, this.ply].find((index) => this.hidesAnswer(index)) ?? null,
  );
  /** Best play in the position being viewed, as far as it leaves nothing for the reader to find. */
  openLine = $derived(
    openLine(this.moves, this.ply, this.reviewed?.line ?? [], (index) => this.hidesAnswer(index)),
  );
  /** The next key moment that can be tried after the current one; `null` for none. */
  nextRetry = $derived(
    this.view && this.loaded && this.lessonSession?.exercise
      ? exerciseAfter(this.view, this.loaded, this.keyMoments, {
          you: this.you,
          ply: this.lessonSession.exercise.ply,
        })
      : null,
  );
  bottom = $derived<Side>(this.you === 'black' ? 'black' : 'white');
  /** A lesson is seen from its side; whoever tries a move again keeps the board as it is. */
  orientation = $derived.by((): Side => {
    const { lessonSession } = this;
    const isLesson = lessonSession !== null && !lessonSession.isRetry;
    const bottom = isLesson ? lessonSession.lesson.side : this.bottom;
    return this.flipped ? opposite(bottom) : bottom;
  });

  #unfollow = (): void => undefined;
  #disposed = false;
  /** Whether the reader has chosen a position or a line. If not, it opens where it matters. */
  #hasNavigated = false;

  constructor(
    readonly id: string,
    private readonly openingPly: number | null = null,
  ) {
    void this.#open();
  }

  /** Stops following. The review continues on the server. */
  dispose(): void {
    this.#disposed = true;
    this.lessonSession = null;
    this.#unfollow();
  }

  goToPly(ply: number): void {
    this.#hasNavigated = true;
    this.#show(ply);
  }

  /** Shows a position and announces it. */
  step(ply: number): void {
    this.goToPly(ply);
    app.announce(this.#stepText());
  }

  /** Shows moves that were not played, and announces the last of them. */
  showVariation(variation: Variation): void {
    this.#hasNavigated = true;
    this.pointedAt = null;
    this.variation = variation;
    const before = [...this.moves.slice(0, variation.ply), ...variation.moves.slice(0, -1)];
    const pieces = replay(this.startFen, before).at(-1);
    const move = variation.moves.at(-1);
    if (move && pieces) app.announce(describeMove(app.messages, pieces, move));
  }

  /** Shows the next move of the line on the board, if there is one. */
  continueVariation({ ply, moves, rest }: Variation): void {
    const [next, ...others] = rest;
    if (next !== undefined) this.showVariation({ ply, moves: [...moves, next], rest: others });
  }

  /** Takes the last move of the line back, or leaves it. */
  shortenVariation({ ply, moves, rest }: Variation): void {
    const last = moves.at(-1);
    if (last === undefined || moves.length === 1) this.returnToGame();
    else this.showVariation({ ply, moves: moves.slice(0, -1), rest: [last, ...rest] });
  }

  /** Goes back to the position of the game. */
  leaveVariation(): void {
    this.pointedAt = null;
    this.variation = null;
  }

  /** Goes back to the position of the game, and announces it. */
  returnToGame(): void {
    this.leaveVariation();
    app.announce(this.#stepText());
  }

  /** The same in a lesson, where only the move that led there is announced. */
  returnToExercise(): void {
    this.leaveVariation();
    if (this.view !== null) app.announce(moveText(this.view, this.ply, this.#writing()));
  }

  learn(side: Side, exercises: readonly Exercise[]): void {
    this.lessonSession = new LessonSession(this, side, exercises);
  }

  /** Puts the position before the bad move on the board, for a better one. */
  retry(): void {
    this.#tryAgain(this.retryable);
  }

  /** Goes on to the next key moment, as a position to be solved like the one before. */
  retryNext(): void {
    this.leaveVariation();
    this.#tryAgain(this.nextRetry);
  }

  /** Whether what was better than a move is for the reader to find. */
  hidesAnswer(index: number): boolean {
    if (this.view === null || this.loaded === null) return false;
    return hidesAnswer(this.view, this.loaded, index, { you: this.you, revealed: this.#revealed });
  }

  /** Hides the better move no longer. */
  reveal(index: number): void {
    this.#revealed = new Set([...this.#revealed, index]);
  }

  /** Shows the better move at the reader's request, and announces it. */
  showAnswer(index: number): void {
    this.reveal(index);
    if (this.view === null || this.loaded === null) return;
    const [answer] = judgmentText(this.view, this.loaded, index + 1, this.#writing()).slice(-1);
    app.announce(answer ?? '');
  }

  #isOffered(side: Side): boolean {
    return this.view !== null && lessonSides(this.view, this.you).includes(side);
  }

  #tryAgain(exercise: Exercise | null): void {
    if (exercise === null) return;
    const side = moverAt(this.startFen, exercise.ply);
    this.lessonSession = new LessonSession(this, side, [exercise], true);
  }

  /** Ends a lesson; what was tried again is shown as it was played. */
  endLesson(): void {
    const { lessonSession } = this;
    this.lessonSession = null;
    this.leaveVariation();
    const exercise = lessonSession?.lesson.exercises[0];
    if (lessonSession?.isRetry && exercise !== undefined) this.step(exercise.ply + 1);
  }

  #stepText(): string {
    if (this.view === null) return '';
    return stepText(this.view, this.loaded, this.ply, this.#writing());
  }

  #writing(): Writing {
    return {
      messages: app.messages,
      localizeSan: (san) => app.localizeSan(san),
      hidesAnswer: (index) => this.hidesAnswer(index),
    };
  }

  #show(ply: number): void {
    this.leaveVariation();
    this.ply = Math.min(this.moves.length, Math.max(0, ply));
  }

  /** Opens a finished review at the first key moment. */
  #showFirstMoment(): void {
    const ply = openingPly(this.keyMoments, this.you);
    if (this.#hasNavigated || ply === null) return;
    this.#hasNavigated = true;
    this.#show(ply);
    app.announce(this.#stepText());
  }

  /** Starts or resumes the review. */
  async start(): Promise<void> {
    this.error = null;
    if (this.view === null) return this.#open();
    if (this.#apply(await startReview(this.id))) this.#follow();
  }

  /** Stops the review; what is done is kept. */
  async stop(): Promise<void> {
    const result = await stopReview(this.id);
    if (!result.ok) this.error = result.error;
  }

  /** Loads the game and its review, and starts what is missing. */
  async #open(): Promise<void> {
    // Both before anything is shown, or the board would show the end of the game first.
    const [game, review] = await Promise.all([viewGame(this.id), readReview(this.id)]);
    if (this.#disposed) return;
    if (!game.ok) {
      this.error = game.error;
      return;
    }
    this.view = game.value;
    if (this.openingPly === null) this.#show(game.value.moves.length);
    else this.goToPly(this.openingPly);
    if (!this.#apply(review)) return;
    if (this.loaded?.state === 'running') this.#follow();
    else if (this.loaded?.state === 'idle') await this.start();
  }

  /** Applies a result; false on an error, or after the page was left. */
  #apply(result: ApiResult<Review>): boolean {
    if (this.#disposed) return false;
    if (result.ok) this.loaded = loadedReviewOf(result.value);
    else this.error = result.error;
    this.#showFirstMoment();
    return result.ok;
  }

  #follow(): void {
    this.#unfollow();
    this.secondsLeft = null;
    const start = { since: performance.now(), done: this.loaded?.positions.size ?? 0 };
    this.#unfollow = followReview(this.id, {
      position: (position) => {
        if (this.loaded === null) return;
        this.loaded = withPosition(this.loaded, position);
        this.secondsLeft = secondsLeft(start, this.loaded, performance.now());
      },
      review: (review) => {
        this.loaded = loadedReviewOf(review);
        if (review.state === 'finished') app.announce(app.messages.analysis.finished);
        this.#showFirstMoment();
      },
      failed: () => (this.error = UNREACHABLE),
    });
  }
}
