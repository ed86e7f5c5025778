/** Values in the browser's storage; where that is forbidden, in memory until the page is closed. */
import type { Field } from './fields';

/** The part of `localStorage` that is used. */
export interface BrowserStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  readonly length: number;
  key(index: number): string | null;
  /** False for storage that does not outlive the page. */
  readonly persistent?: boolean;
}

/** The version of all stored values; those of another version are not read. */
const VERSION = 1;

/** What a value is stored under. */
export const storageKey = (name: string): string => `tabiya:${name}`;

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

/** The browser's storage, or one in memory where that is forbidden. */
export function browserStorage(
  storageOf: () => BrowserStorage = () => localStorage,
): BrowserStorage {
  try {
    const storage = storageOf();
    const probe = 'tabiya:probe';
    storage.setItem(probe, '');
    storage.removeItem(probe);
    return storage;
  } catch {
    return Object.assign(memoryStorage(), { persistent: false });
  }
}

export function loadValue<T>(storage: BrowserStorage, name: string, field: Field<T>): T {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey(name)) ?? 'null');
    const current = stored as { version?: unknown; value?: unknown } | null;
    return field(current?.version === VERSION ? current.value : undefined);
  } catch {
    return field(undefined);
  }
}

/** Stores a value under a name. A full storage keeps its old value. */
export function saveValue(storage: BrowserStorage, name: string, value: unknown): void {
  try {
    storage.setItem(storageKey(name), JSON.stringify({ version: VERSION, value }));
  } catch {
    // Nothing depends on it: the next visit starts with the defaults.
  }
}
