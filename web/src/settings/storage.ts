/** What the browser remembers between visits. Where it may not, it is remembered until the end. */
import type { Field } from './fields';

/** The part of `localStorage` that is used. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  readonly length: number;
  key(index: number): string | null;
  /** False where nothing outlives the page. */
  readonly persistent?: boolean;
}

/** The version of everything that is kept; what another version has kept is not read. */
const VERSION = 1;

/** A storage that lasts as long as the page. */
export function memoryStorage(): BrowserStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
  };
}

/** The browser's own storage, or a passing one where it is forbidden. */
export function browserStorage(): BrowserStorage {
  try {
    const probe = 'tabiya:probe';
    localStorage.setItem(probe, '');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return Object.assign(memoryStorage(), { persistent: false });
  }
}

/** Reads what is kept under a name. */
export function loadValue<T>(storage: BrowserStorage, name: string, field: Field<T>): T {
  try {
    const kept: unknown = JSON.parse(storage.getItem(`tabiya:${name}`) ?? 'null');
    const current = kept as { version?: unknown; value?: unknown } | null;
    return field(current?.version === VERSION ? current.value : undefined);
  } catch {
    return field(undefined);
  }
}

/** Keeps something under a name. A full storage keeps what it had. */
export function saveValue(storage: BrowserStorage, name: string, value: unknown): void {
  try {
    storage.setItem(`tabiya:${name}`, JSON.stringify({ version: VERSION, value }));
  } catch {
    // Nothing depends on it: the next visit begins with the defaults.
  }
}
