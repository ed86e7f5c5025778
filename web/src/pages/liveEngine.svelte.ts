/**
 * The engine of the analysis board: switched on or off, with a number of lines and a choice of
 * engines, it is watched while it thinks about the position that is shown.
 */
import { app } from '../app.svelte';
import { watchAnalysis } from '../api/analysis';
import { listEngines } from '../api/engines';
import type { ApiError } from '../api/request';
import { begun, failed, heard, type Insight, type Watched } from '../study/liveAnalysis';
import type { AnalysisRequest } from '../wire/AnalysisRequest';
import type { Variation } from '../wire/Variation';

/** Whoever walks through a game asks only about where they stop. */
const PAUSE_MS = 150;
/** When to ask again after asking too often. */
const RETRY_MS = 1000;
/** How many positions are remembered with what was found about them. */
const MOST_KNOWN = 500;

export class Watcher {
  on = $state(false);
  watched = $state.raw<Watched>(begun(null));
  /** The server's other engines. */
  others = $state.raw<readonly string[]>([]);
  /** The one that was chosen; none for ours, also where the chosen one is gone. */
  engine = $derived(this.others.find((name) => name === app.choices.studyEngine) ?? null);

  #position: Variation | null = null;
  /** What was found about positions before, so that nobody who returns begins at nothing. */
  readonly #known = new Map<string, Insight>();
  #end = (): void => undefined;

  constructor() {
    void listEngines().then((answer) => {
      if (!answer.ok || answer.value.external.length === 0) return;
      this.others = answer.value.external;
      if (this.engine !== null) this.ask();
    });
  }

  toggle(): void {
    this.on = !this.on;
    this.ask();
  }

  chooseLines(studyLines: number): void {
    app.choose({ studyLines });
    this.ask();
  }

  chooseEngine(name: string): void {
    app.choose({ studyEngine: name });
    this.ask();
  }

  /** Another position is shown. */
  look(position: Variation): void {
    this.#position = position;
    this.ask();
  }

  /** Has the engine think about the position that is shown, if it is on. */
  ask(): void {
    this.#end();
    this.#end = () => undefined;
    if (!this.on || this.#position === null) return;
    const { engine } = this;
    const request = { ...this.#position, lines: app.choices.studyLines, engine };
    this.watched = begun(this.#known.get(JSON.stringify(request)) ?? null);
    this.#later(request, PAUSE_MS);
  }

  /** Nobody watches any more; the server's engine stops. */
  leave(): void {
    this.on = false;
    this.ask();
  }

  #later(request: AnalysisRequest, delay: number): void {
    const timer = setTimeout(() => this.#watch(request), delay);
    this.#end = () => clearTimeout(timer);
  }

  #watch(request: AnalysisRequest): void {
    this.#end = watchAnalysis(request, {
      event: (event) => {
        this.watched = heard(this.watched, event);
        if (this.watched.insight !== null)
          this.#keep(JSON.stringify(request), this.watched.insight);
      },
      refused: (problem) => this.#refused(request, problem),
    });
  }

  /** The server may not have noticed yet that the positions before were left. */
  #refused(request: AnalysisRequest, problem: ApiError): void {
    if (problem.code === 'too_many_requests') {
      this.watched = { ...this.watched, stage: 'waiting' };
      this.#later(request, RETRY_MS);
    } else {
      this.watched = failed(this.watched, problem);
    }
  }

  #keep(key: string, insight: Insight): void {
    this.#known.delete(key);
    this.#known.set(key, insight);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}
