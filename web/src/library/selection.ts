/**
 * Which games of the library are selected: some by their ids, or all that a query finds, of which
 * only some need to be loaded.
 */

/** The selected ids or, with `all`, the ids that are left out. */
export interface Selection {
  readonly all: boolean;
  readonly ids: ReadonlySet<string>;
}

export const NOTHING: Selection = { all: false, ids: new Set() };
/** All games that the query finds. */
export const EVERYTHING: Selection = { all: true, ids: new Set() };

export function isSelected({ all, ids }: Selection, id: string): boolean {
  return all !== ids.has(id);
}

/** How many of the games that were found are selected. */
export function sizeOf({ all, ids }: Selection, total: number): number {
  return all ? Math.max(0, total - ids.size) : ids.size;
}

/** Selects or deselects a game. */
export function toggled({ all, ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { all, ids: next };
}

/** Selects games besides those that are selected. */
export function withIds({ all, ids }: Selection, more: readonly string[]): Selection {
  if (!all) return { all, ids: new Set([...ids, ...more]) };
  const added = new Set(more);
  return { all, ids: new Set([...ids].filter((id) => !added.has(id))) };
}

/** Deselects games that are no longer in the list. */
export function withoutIds(selection: Selection, gone: readonly string[]): Selection {
  if (selection.all) return selection;
  const removed = new Set(gone);
  return { all: false, ids: new Set([...selection.ids].filter((id) => !removed.has(id))) };
}
