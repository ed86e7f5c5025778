/**
 * The engine of the analysis board: switched on or off, with a number of lines and a choice of
 * engines, it is progress while it thinks about the position that is shown.
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
import type { Variation } from '../wire/Variation';

/** Whoever walks through a game asks only about where they stop. */
const PAUSE_MS = 150;
/** When to ask again after asking too often. */
const RETRY_MS = 1000;
/** How many positions are remembered with what was found about them. */
const MOST_KNOWN = 500;

export class LiveEngine {
  on = $state(false);
  progress = $state.raw<LiveAnalysis>(started(null));
  /** The server's other engines. */
  others = $state.raw<readonly string[]>([]);
  /** The one that was chosen; none for ours, also where the chosen one is gone. */
  engine = $derived(this.others.find((name) => name === app.choices.studyEngine) ?? null);

  #position: Variation | null = null;
  /** What was found about positions before, so that nobody who returns begins at nothing. */
  readonly #known = new Map<string, AnalysisInfo>();
  #stop = (): void => undefined;

  constructor() {
    void listEngines().then((answer) => {
      if (!answer.ok || answer.value.external.length === 0) return;
      this.others = answer.value.external;
      if (this.engine !== null) this.restart();
    });
  }

  toggle(): void {
    this.on = !this.on;
    this.restart();
  }

  chooseLines(studyLines: number): void {
    app.choose({ studyLines });
    this.restart();
  }

  chooseEngine(name: string): void {
    app.choose({ studyEngine: name });
    this.restart();
  }

  /** Another position is shown. */
  setPosition(position: Variation): void {
    this.#position = position;
    this.restart();
  }

  /** Has the engine think about the position that is shown, if it is on. */
  restart(): void {
    this.#stop();
    this.#stop = () => undefined;
    if (!this.on || this.#position === null) return;
    const { engine } = this;
    const request = { ...this.#position, lines: app.choices.studyLines, engine };
    this.progress = started(this.#known.get(JSON.stringify(request)) ?? null);
    this.#later(request, PAUSE_MS);
  }

  /** Nobody watches any more; the server's engine stops. */
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

  /** The server may not have noticed yet that the positions before were left. */
  #onError(request: AnalysisRequest, error: ApiError): void {
    if (error.code === 'too_many_requests') {
      this.progress = { ...this.progress, stage: 'waiting' };
      this.#later(request, RETRY_MS);
    } else {
      this.progress = failed(this.progress, error);
    }
  }

  #cache(key: string, info: AnalysisInfo): void {
    this.#known.delete(key);
    this.#known.set(key, info);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
