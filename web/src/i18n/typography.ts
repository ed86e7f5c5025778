/**
 * Spaces at which no line ends. In French a line never begins with a sign such as `?`, nor ends
 * with `«`; in any language a number stays with the word before it.
 */

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

/** Keeps numbers with the words before them: `mate in 1`, `until move 2`. */
export function withJoinedNumbers(text: string): string {
  return text.replaceAll(/ (?=\d)/g, NO_BREAK);
}
