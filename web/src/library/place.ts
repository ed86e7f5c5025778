/** Where somebody was in the library, as the browser's history remembers it. */

export interface Place {
  /** Tells visits of the library apart. */
  readonly visit: string;
  /** How far the page was scrolled, in pixels. */
  readonly scroll: number;
  /** The index of the active row. */
  readonly active: number;
  /** The index of the first row in the window. */
  readonly first: number;
}

/** The place in a state of the history; `null` where there is none. */
export function placeOf(state: unknown): Place | null {
  const place: unknown = isRecord(state) ? state['library'] : null;
  if (!isRecord(place) || typeof place['visit'] !== 'string') return null;
  const count = (name: string): number => Math.max(0, Math.floor(Number(place[name]) || 0));
  return {
    visit: place['visit'],
    scroll: count('scroll'),
    active: count('active'),
    first: count('first'),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
