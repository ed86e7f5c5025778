/** The spaces of French: a line never begins with a sign such as `?`, nor ends with `«`. */

const NO_BREAK = '\u00a0';

/** Makes the spaces next to signs non-breaking in all texts, also in those made of values. */
export function withFrenchSpaces<T>(texts: T): T {
  return typeset(texts) as T;
}

function typeset(value: unknown): unknown {
  if (typeof value === 'string') return nonBreaking(value);
  if (typeof value === 'function') {
    const make = value as (...values: readonly unknown[]) => unknown;
    return (...values: readonly unknown[]) => typeset(make(...values));
  }
  if (Array.isArray(value)) return value.map(typeset);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, typeset(text)]));
}

function nonBreaking(text: string): string {
  return text.replaceAll(/ (?=[;:?!»%])/g, NO_BREAK).replaceAll('« ', `«${NO_BREAK}`);
}
