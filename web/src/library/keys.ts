/** The keys that move between the rows of the library. */

interface Key {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The row that a key goes to from the active one; `null` for a key that goes nowhere. */
export function keyTarget(event: Key, active: number, total: number, page: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: active - 1,
    ArrowDown: active + 1,
    PageUp: active - page,
    PageDown: active + page,
    Home: 0,
    End: total - 1,
  };
  const target = Object.hasOwn(targets, event.key) ? targets[event.key] : undefined;
  return target === undefined ? null : Math.max(0, Math.min(total - 1, target));
}
