/** How long to wait before trying to connect again: longer each time, and not all at once. */

const FIRST_MS = 400;
const MAX_MS = 8_000;
/** The random share of the wait, so that clients do not all reconnect at once. */
const JITTER = 0.4;

/** The wait after a number of failures in a row; `random` is from 0 to 1. */
export function backoff(failures: number, random: number): number {
  const whole = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return Math.round(whole * (1 - JITTER + JITTER * random));
}
