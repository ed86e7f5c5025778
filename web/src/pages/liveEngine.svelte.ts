/**
 * The engine of the analysis board: switched on or off, with a number of lines and a choice of
 * engines, it analyzes the position on the board live.
 */
import { app } from '../app.svelte';
import { streamAnalysis } from '../api/analysis';
import { listEngines } from '../api/engines';
import type { ApiError } from '../api/request';
import {
  started,
  failed,
  updated,
  type AnalysisInfo,
  type LiveAnalysis,
} from '../study/liveAnalysis';
import type { AnalysisRequest } from '../wire/AnalysisRequest';
import type { PositionPath } from '../wire/PositionPath';

/** Stepping quickly through a game starts no analysis. */
const DEBOUNCE_MS = 150;
/** When to retry after too many requests. */
const RETRY_MS = 1000;
/** How many positions are cached with their analysis. */
const MAX_CACHED = 500;

export class LiveEngine {
  on = $state(false);
  progress = $state.raw<LiveAnalysis>(started(null));
  /** The server's other engines. */
  others = $state.raw<readonly string[]>([]);
  /** The chosen one; `null` for the built-in engine, also if the chosen one is gone. */
  engine = $derived(this.others.find((name) => name === app.choices.analysisEngine) ?? null);

  #position: PositionPath | null = null;
  /** Analysis of earlier positions, so that returning to one does not start from nothing. */
  readonly #cached = new Map<string, AnalysisInfo>();
  #stop = (): void => undefined;

  constructor() {
    void listEngines().then((result) => {
      if (!result.ok || result.value.external.length === 0) return;
      this.others = result.value.external;
      if (this.engine !== null) this.restart();
    });
  }

  toggle(): void {
    this.on = !this.on;
    this.restart();
  }

  chooseLines(analysisLines: number): void {
    app.choose({ analysisLines });
    this.restart();
  }

  chooseEngine(name: string): void {
    app.choose({ analysisEngine: name });
    this.restart();
  }

  setPosition(position: PositionPath): void {
    this.#position = position;
    this.restart();
  }

  /** Analyzes the position from the start, if the engine is on. */
  restart(): void {
    this.#stop();
    this.#stop = () => undefined;
    if (!this.on || this.#position === null) return;
    const { engine } = this;
    const request = { ...this.#position, lines: app.choices.analysisLines, engine };
    this.progress = started(this.#cached.get(JSON.stringify(request)) ?? null);
    this.#later(request, DEBOUNCE_MS);
  }

  /** Switches off; the server's engine stops. */
  stop(): void {
    this.on = false;
    this.restart();
  }

  #later(request: AnalysisRequest, delay: number): void {
    const timer = setTimeout(() => this.#stream(request), delay);
    this.#stop = () => clearTimeout(timer);
  }

  #stream(request: AnalysisRequest): void {
    this.#stop = streamAnalysis(request, {
      event: (event) => {
        this.progress = updated(this.progress, event);
        if (this.progress.info !== null) this.#cache(JSON.stringify(request), this.progress.info);
      },
      failed: (error) => this.#onError(request, error),
    });
  }

  /** The server may not have noticed yet that earlier streams were closed. */
  #onError(request: AnalysisRequest, error: ApiError): void {
    if (error.code === 'too_many_requests') {
      this.progress = { ...this.progress, stage: 'waiting' };
      this.#later(request, RETRY_MS);
    } else {
      this.progress = failed(this.progress, error);
    }
  }

  #cache(key: string, info: AnalysisInfo): void {
    this.#cached.delete(key);
    this.#cached.set(key, info);
    const oldest = this.#cached.keys().next().value;
    if (this.#cached.size > MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest);
  }
}
