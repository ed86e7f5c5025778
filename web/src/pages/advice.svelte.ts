/**
 * Advice from the engine on request: a hint that reveals more each time, and the evaluation of every
 * position while it is switched on.
 */
import { app } from '../app.svelte';
import { fetchEvaluation, fetchHint } from '../api/games';
import { firstStep, nextStep, type OpenHint } from '../game/hint';
import { isEngine } from '../game/status';
import { errorText } from '../i18n/messages';
import type { Connection } from '../live/connection';
import type { Evaluation } from '../wire/Evaluation';

export class Advice {
  hint = $state.raw<OpenHint | null>(null);
  evaluation = $state.raw<Evaluation | null>(null);
  /** A hint is loading. */
  isLoadingHint = $state(false);
  /** Every new position is evaluated. */
  live = $state(false);
  /** The engine handles one request about a game at a time. */
  #evaluating: Promise<void> = Promise.resolve();
  /** The position that the evaluation is about. */
  #evaluatedFen = '';

  constructor(private readonly connection: () => Connection) {}

  async fetchHint(): Promise<void> {
    if (this.isLoadingHint) return;
    if (this.hint !== null) {
      this.hint = nextStep(this.hint);
      return;
    }
    this.isLoadingHint = true;
    await this.#evaluating;
    const { game, secret } = this.connection();
    const result = await fetchHint(game, secret);
    this.isLoadingHint = false;
    if (!result.ok) app.notify(errorText(app.messages, result.error));
    else if (result.value.version === this.#version()) this.hint = firstStep(result.value);
  }

  /** Switches the evaluation of every position on or off. */
  toggleEvaluation(): void {
    this.live = !this.live;
    this.evaluation = null;
    this.#scheduleEvaluation();
  }

  /** The game has changed: drops the hint and the evaluation of an earlier position. */
  onGameChanged(): void {
    this.hint = null;
    if (this.connection().view?.state.fen !== this.#evaluatedFen) this.evaluation = null;
    this.#scheduleEvaluation();
  }

  /** While the engine is to move it takes no requests; its move brings the next position. */
  #scheduleEvaluation(): void {
    const { view } = this.connection();
    if (!this.live || view === null) return;
    const { status, turn } = view.state;
    if (status.type === 'playing' && isEngine(view, turn)) return;
    this.#evaluating = this.#evaluating.then(() => this.#evaluate(view.version));
  }

  /** Positions that are outdated by then are skipped. */
  async #evaluate(version: number): Promise<void> {
    const { game, secret } = this.connection();
    if (!this.live || version !== this.#version()) return;
    const result = await fetchEvaluation(game, secret);
    if (!result.ok) {
      this.live = false;
      app.notify(errorText(app.messages, result.error));
    } else if (result.value.version === this.#version()) {
      this.evaluation = result.value;
      this.#evaluatedFen = this.connection().view?.state.fen ?? '';
    }
  }

  #version(): number | undefined {
    return this.connection().view?.version;
  }
}
