/**
 * The controller of the review page: the game, the analysis so far, and the position being viewed.
 */
import { app } from '../app.svelte';
import { viewGame } from '../api/games';
import { UNREACHABLE, type ApiResult, type ApiError } from '../api/request';
import { followReview, readReview, startReview, stopReview } from '../api/reviews';
import { boardField, replay, type Placement } from '../game/placement';
import { judgedMoveAt, keyMomentsOf, moverAt } from '../review/moments';
import { secondsLeft } from '../review/eta';
import { loadedReviewOf, withPosition, type LoadedReview } from '../review/loadedReview';
import type { GameView } from '../wire/GameView';
import type { Review } from '../wire/Review';

const NOTHING: Placement = new Map();

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

  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  pieces = $derived(this.positions[this.ply] ?? NOTHING);
  fen = $derived(boardField(this.pieces));
  turn = $derived(moverAt(this.startFen, this.ply));
  lastMove = $derived(this.moves[this.ply - 1] ?? null);
  reviewed = $derived(this.loaded?.positions.get(this.ply) ?? null);
  /** The judgment of the move that led here; `null` if it was not bad. */
  judgedMove = $derived(
    this.view && this.loaded ? judgedMoveAt(this.view, this.loaded, this.ply - 1) : null,
  );
  keyMoments = $derived(this.view && this.loaded ? keyMomentsOf(this.view, this.loaded) : []);

  #unfollow = (): void => undefined;
  #disposed = false;

  constructor(readonly id: string) {
    void this.#open();
  }

  /** Stops following. The review continues on the server. */
  dispose(): void {
    this.#disposed = true;
    this.#unfollow();
  }

  goToPly(ply: number): void {
    this.ply = Math.min(this.moves.length, Math.max(0, ply));
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
    const game = await viewGame(this.id);
    if (this.#disposed) return;
    if (!game.ok) {
      this.error = game.error;
      return;
    }
    this.view = game.value;
    this.goToPly(game.value.moves.length);
    if (!this.#apply(await readReview(this.id))) return;
    if (this.loaded?.state === 'running') this.#follow();
    else if (this.loaded?.state === 'idle') await this.start();
  }

  /** Applies a result; false on an error, or after the page was left. */
  #apply(result: ApiResult<Review>): boolean {
    if (this.#disposed) return false;
    if (result.ok) this.loaded = loadedReviewOf(result.value);
    else this.error = result.error;
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
      },
      failed: () => (this.error = UNREACHABLE),
    });
  }
}
