/**
 * The controller of the review page: the game, the analysis so far, and the position being viewed.
 */
import { app } from '../app.svelte';
import { viewGame } from '../api/games';
import { UNREACHABLE, type ApiResult, type ApiError } from '../api/request';
import { followReview, readReview, startReview, stopReview } from '../api/reviews';
import { boardField, replay, type Placement } from '../game/placement';
import { momentAt, momentsOf, moverAt } from '../review/moments';
import { secondsLeft } from '../review/pace';
import { progressOf, withPosition, type Progress } from '../review/progress';
import type { GameView } from '../wire/GameView';
import type { Review } from '../wire/Review';

const NOTHING: Placement = new Map();

export class ReviewSession {
  view = $state.raw<GameView | null>(null);
  progress = $state.raw<Progress | null>(null);
  /** The estimated seconds until the review is finished. */
  secondsLeft = $state.raw<number | null>(null);
  /** Why there is no review, or no more of it. */
  error = $state.raw<ApiError | null>(null);
  /** The half-move being viewed. */
  ply = $state(0);
  flipped = $state(false);

  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  pieces = $derived(this.positions[this.ply] ?? NOTHING);
  fen = $derived(boardField(this.pieces));
  turn = $derived(moverAt(this.startFen, this.ply));
  lastMove = $derived(this.moves[this.ply - 1] ?? null);
  reviewed = $derived(this.progress?.positions.get(this.ply) ?? null);
  /** The key moment of the move that led here. */
  moment = $derived(
    this.view && this.progress ? momentAt(this.view, this.progress, this.ply - 1) : null,
  );
  moments = $derived(this.view && this.progress ? momentsOf(this.view, this.progress) : []);

  #unfollow = (): void => undefined;
  #gone = false;

  constructor(readonly id: string) {
    void this.#open();
  }

  /** Stops following. The review continues on the server. */
  leave(): void {
    this.#gone = true;
    this.#unfollow();
  }

  walk(ply: number): void {
    this.ply = Math.min(this.moves.length, Math.max(0, ply));
  }

  /** Starts or resumes the review. */
  async begin(): Promise<void> {
    this.error = null;
    if (this.view === null) return this.#open();
    if (this.#take(await startReview(this.id))) this.#follow();
  }

  /** Stops the review; what is done is kept. */
  async stop(): Promise<void> {
    const answer = await stopReview(this.id);
    if (!answer.ok) this.error = answer.error;
  }

  /** Loads the game and its review, and starts what is missing. */
  async #open(): Promise<void> {
    const game = await viewGame(this.id);
    if (this.#gone) return;
    if (!game.ok) {
      this.error = game.error;
      return;
    }
    this.view = game.value;
    this.walk(game.value.moves.length);
    if (!this.#take(await readReview(this.id))) return;
    if (this.progress?.state === 'running') this.#follow();
    else if (this.progress?.state === 'idle') await this.begin();
  }

  /** Applies a result; false on an error, or after the page was left. */
  #take(answer: ApiResult<Review>): boolean {
    if (this.#gone) return false;
    if (answer.ok) this.progress = progressOf(answer.value);
    else this.error = answer.error;
    return answer.ok;
  }

  #follow(): void {
    this.#unfollow();
    this.secondsLeft = null;
    const pace = { since: performance.now(), done: this.progress?.positions.size ?? 0 };
    this.#unfollow = followReview(this.id, {
      position: (position) => {
        if (this.progress === null) return;
        this.progress = withPosition(this.progress, position);
        this.secondsLeft = secondsLeft(pace, this.progress, performance.now());
      },
      review: (review) => {
        this.progress = progressOf(review);
        if (review.state === 'finished') app.announce(app.words.study.finished);
      },
      failed: () => (this.error = UNREACHABLE),
    });
  }
}
