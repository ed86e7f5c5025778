/**
 * Unsaved changes of studies in the browser's storage. Every window has its own drafts, so that two
 * windows never overwrite each other's; a reloaded window finds its own, and others can be restored.
 */
import type { BrowserStorage } from '../settings/storage';
import type { StudyTree } from '../wire/StudyTree';

export interface Draft {
  readonly id: string;
  /** The version that it builds upon; 0 for a study that the server does not know. */
  readonly base: number;
  /** The ids of saves that were sent since and may have arrived. */
  readonly sent: readonly string[];
  /** The name of the study. */
  readonly name: string;
  /** Whether the name has to be sent to the server. */
  readonly renamed: boolean;
  /** The game that it was branched from. */
  readonly source: string | null;
  readonly tree: StudyTree;
  /** When it was changed. */
  readonly at: number;
}

const PREFIX = 'tabiya:study-draft:';
const VERSION = 1;

export class Drafts {
  constructor(
    private readonly storage: BrowserStorage,
    /** The id of this window. */
    private readonly window: string,
  ) {}

  /** Saves a draft; false when the browser has no room for it or saves nothing. */
  save(draft: Draft): boolean {
    try {
      this.storage.setItem(this.#key(draft.id), JSON.stringify({ version: VERSION, draft }));
      return this.storage.persistent !== false;
    } catch {
      return false;
    }
  }

  /** The draft of this window. */
  own(id: string): Draft | null {
    return this.#read(this.#key(id));
  }

  /** The newest draft of a study that is not this window's. */
  other(id: string): Draft | null {
    return this.all().find((draft) => draft.id === id && !this.#isOwn(draft)) ?? null;
  }

  /** Every draft, the newest first. */
  all(): Draft[] {
    return this.#keys()
      .flatMap((key) => this.#read(key) ?? [])
      .sort((one, other) => other.at - one.at);
  }

  /** Forgets the draft of this window. */
  drop(id: string): void {
    this.#forget(this.#key(id));
  }

  /** Forgets a draft of any window, if it is still the same. */
  dropSame(draft: Draft): void {
    const same = (key: string): boolean => {
      const read = this.#read(key);
      return read?.id === draft.id && read.at === draft.at;
    };
    for (const key of this.#keys().filter(same)) this.#forget(key);
  }

  #isOwn(draft: Draft): boolean {
    return this.own(draft.id)?.at === draft.at;
  }

  #key(id: string): string {
    return `${PREFIX}${id}:${this.window}`;
  }

  #keys(): string[] {
    try {
      const keys = Array.from({ length: this.storage.length }, (_, index) =>
        this.storage.key(index),
      );
      return keys.filter((key): key is string => key?.startsWith(PREFIX) ?? false);
    } catch {
      return [];
    }
  }

  #read(key: string): Draft | null {
    try {
      const stored: unknown = JSON.parse(this.storage.getItem(key) ?? 'null');
      const { version, draft } = (stored ?? {}) as { version?: unknown; draft?: object };
      const named = withName(draft);
      return version === VERSION && isDraft(named) ? named : null;
    } catch {
      return null;
    }
  }

  #forget(key: string): void {
    try {
      this.storage.removeItem(key);
    } catch {
      // A storage that can no longer be used has nothing to forget.
    }
  }
}

/** The name of a study was stored as its title once. */
function withName(draft: (object & { readonly title?: unknown }) | undefined): unknown {
  return draft === undefined ? undefined : { name: draft.title, ...draft };
}

/** The server reads the tree strictly; here it is enough that it can be shown. */
function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null | undefined;
  return (
    typeof draft?.id === 'string' &&
    typeof draft.base === 'number' &&
    typeof draft.name === 'string' &&
    typeof draft.at === 'number' &&
    Array.isArray(draft.sent) &&
    Array.isArray(draft.tree?.nodes) &&
    Array.isArray(draft.tree.tags) &&
    typeof draft.tree.start_fen === 'string'
  );
}
