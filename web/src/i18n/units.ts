/** Numbers, sizes and durations in a language. */

/** The units of sizes, the largest first. */
const SIZES = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const;
/** The units of durations in milliseconds, the largest first. */
const DURATIONS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

const formats = new Map<string, Intl.NumberFormat>();

/** A number with its groups of digits: `1,500`. A format takes milliseconds to make, so not at start. */
export function numberText(language: string, value: number): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}

/** A number of bytes as people read it: `1.5 MB`, in French `1,5 Mo`. */
export function sizeText(language: string, bytes: number): string {
  const [unit, size] = SIZES.find(([, size]) => bytes >= size) ?? SIZES[2];
  const style = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(bytes / size);
}

/** A duration in the largest unit that divides it: `12 hours`, `90 minutes`. */
export function durationText(language: string, ms: number): string {
  const [unit, size] = DURATIONS.find(([, size]) => ms >= size && ms % size === 0) ?? DURATIONS[3];
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(ms / size);
}
