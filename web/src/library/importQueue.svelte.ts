/** Imports files one after the other, and can be canceled. */
import { uploadGames, type Upload } from '../api/imports';
import { listGames } from '../api/library';
import { finished, isRunning, queued, withProgress, withSent, type FileImport } from './fileImport';

/** How often the games in the library are counted during an upload. */
const COUNT_MS = 1000;
/** After a cancellation the server may still be storing games: how often to poll, and how soon. */
const POLLS = 10;
const POLL_MS = 200;

const sleep = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

export interface ImportFile {
  readonly name: string | null;
  readonly games: Blob;
}

export class ImportQueue {
  files = $state.raw<readonly FileImport[]>([]);
  running = $derived(isRunning(this.files));
  #upload: Upload | null = null;
  #isCanceled = false;
  #queue: ImportFile[] = [];

  /** Imports files until all are done or the import is canceled. Later files are queued. */
  async run(added: readonly ImportFile[]): Promise<void> {
    const isFirst = !this.running;
    if (isFirst) this.#reset();
    this.#queue.push(...added);
    this.files = [...this.files, ...added.map(({ name, games }) => queued(name, games.size))];
    if (isFirst) await this.#sendAll();
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#upload?.cancel();
  }

  /** Removes finished files from the list. */
  clear(): void {
    if (!this.running) this.files = [];
  }

  #reset(): void {
    this.#isCanceled = false;
    this.#queue = [];
    this.files = [];
  }

  async #sendAll(): Promise<void> {
    for (let index = 0; index < this.#queue.length; index += 1) {
      const next = this.#queue[index];
      if (next !== undefined) await this.#send(index, next.games);
    }
  }

  async #send(index: number, games: Blob): Promise<void> {
    const before = this.#isCanceled ? null : await this.#start(index);
    if (this.#isCanceled) return this.#change(index, (file) => ({ ...file, state: 'canceled' }));
    this.#upload = uploadGames(games, {
      sent: (bytes) => this.#change(index, (file) => withSent(file, bytes)),
      progress: (bytes, seen) => this.#change(index, (file) => withProgress(file, bytes, seen)),
    });
    // Browsers read no response before all is sent; until then the library shows what has arrived.
    const counting = setInterval(() => void this.#count(index, before), COUNT_MS);
    const outcome = await this.#upload.outcome;
    clearInterval(counting);
    this.#upload = null;
    const added = outcome.type === 'canceled' ? await settledCount(before) : null;
    this.#change(index, (file) => finished(file, outcome, added));
  }

  /** Starts a file. Returns how many games the library had before. */
  #start(index: number): Promise<number | null> {
    this.#change(index, (file) => ({ ...file, state: 'running' }));
    return countGames();
  }

  async #count(index: number, before: number | null): Promise<void> {
    const now = await countGames();
    if (before === null || now === null || this.files[index]?.state !== 'running') return;
    this.#change(index, (file) => withProgress(file, file.bytes, now - before));
  }

  #change(index: number, change: (file: FileImport) => FileImport): void {
    this.files = this.files.map((file, at) => (at === index ? change(file) : file));
  }
}

/** How many games the library has; `null` on an error. */
async function countGames(): Promise<number | null> {
  const result = await listGames({ limit: 1 });
  return result.ok ? result.value.total : null;
}

/** How many games the library has gained, once no more are added. */
async function settledCount(before: number | null): Promise<number | null> {
  let last = await countGames();
  for (let poll = 0; poll < POLLS; poll += 1) {
    await sleep(POLL_MS);
    const now = await countGames();
    if (now === last) break;
    last = now;
  }
  return before === null || last === null ? null : Math.max(0, last - before);
}
