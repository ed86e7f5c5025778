/**
 * Saves a study as it is edited: at once to the browser's storage, and after a short delay to the
 * server, one save at a time. Failed saves are retried; what another window has saved in the meantime
 * is never overwritten.
 */
import type { ApiResult, ApiError } from '../api/request';
import { backoff } from '../live/backoff';
import type { SaveStudy } from '../wire/SaveStudy';
import type { StudySaved } from '../wire/StudySaved';
import type { StudyTree } from '../wire/StudyTree';
import type { Draft, Drafts } from './drafts';

/** How long to wait after the last edit before saving. */
export const DEBOUNCE_MS = 300;
/** How many ids of sent saves are stored. */
const MAX_SENT = 200;
/** Errors that are worth a retry. */
const TEMPORARY: ReadonlySet<ApiError['code']> = new Set([
  'unreachable',
  'unreadable',
  'busy',
  'closing',
  'internal',
  'not_stored',
  'too_many_requests',
  'too_slow',
] as const);

export type SaveState =
  | { readonly type: 'saved' | 'saving' }
  /** The server does not answer; the save is retried. */
  | { readonly type: 'offline' }
  /** Another window has saved something else. */
  | { readonly type: 'conflict' }
  /** The study was deleted, or belongs to somebody else now. */
  | { readonly type: 'gone' }
  | { readonly type: 'failed'; readonly error: ApiError };

export interface SaverOptions {
  readonly send: (id: string, save: SaveStudy) => Promise<ApiResult<StudySaved>>;
  readonly drafts: Drafts;
  readonly newId: () => string;
  readonly onstate: (state: SaveState) => void;
  readonly onsaved: (saved: StudySaved) => void;
}

export class Saver {
  #draft: Draft;
  /** The id of the save of the current draft; `null` until it is sent. */
  #request: string | null = null;
  #dirty = false;
  #busy = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: SaveState = { type: 'saved' };
  #stopped = false;
  /** Whether the browser has stored the draft. */
  #persisted = true;

  constructor(
    draft: Draft,
    private readonly options: SaverOptions,
  ) {
    this.#draft = draft;
  }

  get draft(): Draft {
    return this.#draft;
  }

  get state(): SaveState {
    return this.#state;
  }

  /**
   * What would be lost if the window were closed: nothing while a save is in flight and the browser
   * has a draft, which is sent again when the study is opened.
   */
  get unsavedChanges(): 'draft' | 'not_persisted' | null {
    if (!this.#dirty) return null;
    if (!this.#persisted) return 'not_persisted';
    return this.#state.type === 'saving' ? null : 'draft';
  }

  /** Changes the draft and saves it. */
  edit(change: { readonly tree?: StudyTree; readonly name?: string }): void {
    const { name } = change;
    const renamed = this.#draft.renamed || (name !== undefined && name !== this.#draft.name);
    this.#draft = { ...this.#draft, ...change, renamed, at: Date.now() };
    this.#request = null;
    this.resume();
  }

  /** Saves the draft. */
  resume(): void {
    this.#dirty = true;
    this.#saveDraft();
    if (this.#state.type === 'saved') this.#setState({ type: 'saving' });
    if (this.#state.type === 'saving') this.#schedule(DEBOUNCE_MS);
  }

  /** Sends the draft at once, also while the server does not answer. */
  flush(): void {
    const { type } = this.#state;
    if (this.#dirty && (type === 'saving' || type === 'offline')) this.#schedule(0);
  }

  /** Retries after an error: the user may have logged in, or restored the study. */
  retry(): void {
    if (!this.#dirty || this.#busy) return;
    this.#setState({ type: 'saving' });
    this.#schedule(0);
  }

  /** Stops; a save in flight may still arrive. The draft stays in the browser. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #saveDraft(): void {
    this.#persisted = this.options.drafts.save(this.#draft);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    // A save in flight sends the next one when it is done.
    if (this.#busy || !this.#dirty || this.#stopped) return;
    this.#busy = true;
    if (this.#request === null) {
      this.#request = this.options.newId();
      const sent = [...this.#draft.sent, this.#request].slice(-MAX_SENT);
      this.#draft = { ...this.#draft, sent };
      this.#saveDraft();
    }
    const sent = this.#draft;
    const result = await this.options.send(sent.id, {
      base: sent.base,
      request: this.#request,
      name: sent.renamed ? sent.name : null,
      source: sent.source,
      tree: sent.tree,
    });
    this.#busy = false;
    if (this.#stopped) return;
    if (result.ok) this.#saved(sent, result.value);
    else this.#failed(result.error);
  }

  #saved(sent: Draft, saved: StudySaved): void {
    this.#failures = 0;
    const unchanged = this.#draft === sent;
    const renamed = this.#draft.renamed && this.#draft.name !== sent.name;
    this.#draft = { ...this.#draft, base: saved.version, sent: [], renamed };
    this.options.onsaved(saved);
    if (unchanged) {
      this.#dirty = false;
      this.options.drafts.drop(sent.id);
      this.#setState({ type: 'saved' });
    } else {
      this.#saveDraft();
      this.#setState({ type: 'saving' });
      this.#schedule(DEBOUNCE_MS);
    }
  }

  #failed(error: ApiError): void {
    const [version, request = ''] = error.values;
    if (error.code === 'stale' && this.#draft.sent.includes(request)) {
      // It was a save of this window, whose response was lost.
      this.#draft = { ...this.#draft, base: Number(version), sent: [] };
      this.#request = null;
      this.#schedule(0);
    } else if (TEMPORARY.has(error.code)) {
      this.#setState({ type: 'offline' });
      this.#schedule(backoff(this.#failures, Math.random()));
      this.#failures += 1;
    } else if (error.code === 'stale') this.#setState({ type: 'conflict' });
    else if (error.code === 'no_study') this.#setState({ type: 'gone' });
    else this.#setState({ type: 'failed', error });
  }

  #setState(state: SaveState): void {
    this.#state = state;
    this.options.onstate(state);
  }
}
