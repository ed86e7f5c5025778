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
  /** A hint is on its way. */
  asking = $state(false);
  /** Every new position is evaluated. */
  live = $state(false);
  /** The engine answers one question about a game at a time. */
  #evaluating: Promise<void> = Promise.resolve();
  /** The position that the evaluation is about. */
  #evaluatedFen = '';

  constructor(private readonly connection: () => Connection) {}

  async fetchHint(): Promise<void> {
    if (this.asking) return;
    if (this.hint !== null) {
      this.hint = nextStep(this.hint);
      return;
    }
    this.asking = true;
    await this.#evaluating;
    const { game, secret } = this.connection();
    const answer = await fetchHint(game, secret);
    this.asking = false;
    if (!answer.ok) app.notify(errorText(app.words, answer.error));
    else if (answer.value.version === this.#version()) this.hint = firstStep(answer.value);
  }

  /** Shows the worth of this position and of those to come, or hides it. */
  toggleEvaluation(): void {
    this.live = !this.live;
    this.evaluation = null;
    this.#scheduleEvaluation();
  }

  /** Something has happened. What was said about another position is not shown any more. */
  moveOn(): void {
    this.hint = null;
    if (this.connection().view?.state.fen !== this.#evaluatedFen) this.evaluation = null;
    this.#scheduleEvaluation();
  }

  /** An engine that is to move has no time for questions; its answer brings the next position. */
  #scheduleEvaluation(): void {
    const { view } = this.connection();
    if (!this.live || view === null) return;
    const { status, turn } = view.state;
    if (status.type === 'playing' && isEngine(view, turn)) return;
    this.#evaluating = this.#evaluating.then(() => this.#evaluate(view.version));
  }

  /** Positions that were left while others were judged are passed over. */
  async #evaluate(version: number): Promise<void> {
    const { game, secret } = this.connection();
    if (!this.live || version !== this.#version()) return;
    const answer = await fetchEvaluation(game, secret);
    if (!answer.ok) {
      this.live = false;
      app.notify(errorText(app.words, answer.error));
    } else if (answer.value.version === this.#version()) {
      this.evaluation = answer.value;
      this.#evaluatedFen = this.connection().view?.state.fen ?? '';
    }
  }

  #version(): number | undefined {
    return this.connection().view?.version;
  }
}
