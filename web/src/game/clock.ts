/** Clocks as they are shown. The server keeps the time; between its messages this counts down. */
import type { Clocks } from '../wire/Clocks';
import type { Side } from '../wire/Side';
import type { Time } from '../wire/Time';

/** Below this the tenths are shown. */
const TENTHS_BELOW_MS = 10_000;
/** The low-time warning comes at an eighth of the time, but within these bounds. */
const LOW_TIME_SHARE = 8;
const MIN_LOW_TIME_MS = 10_000;
const MAX_LOW_TIME_MS = 60_000;

/** The clocks as the server last sent them. */
export interface ClockReading {
  readonly clocks: Clocks;
  /** When they arrived, by `performance.now()`. */
  readonly receivedAt: number;
  /** The running side had just begun its turn, so a delay has still to pass. */
  readonly freshTurn: boolean;
}

/** What a side has left now; none without a clock. */
export function remaining(
  reading: ClockReading,
  side: Side,
  time: Time | null,
  now: number,
): number | null {
  const remainingMs = reading.clocks.remaining_ms[side];
  if (remainingMs === null || reading.clocks.running !== side) return remainingMs;
  const delay = time?.bonus.type === 'delay' && reading.freshTurn ? time.bonus.ms : 0;
  const spent = Math.max(0, now - reading.receivedAt - delay);
  return Math.max(0, remainingMs - spent);
}

/** A time as `mm:ss`, with hours before it and tenths behind it where they matter. */
export function clockText(ms: number): string {
  const pad = (number: number): string => String(number).padStart(2, '0');
  if (ms < TENTHS_BELOW_MS) {
    const tenths = Math.floor(ms / 100);
    return `00:${pad(Math.floor(tenths / 10))}.${tenths % 10}`;
  }
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const text = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${text}` : text;
}

/** When the low-time warning comes. */
export function lowTimeMs(time: Time): number {
  const share = time.base_ms / LOW_TIME_SHARE;
  return Math.min(MAX_LOW_TIME_MS, Math.max(MIN_LOW_TIME_MS, share));
}

/** Whether a clock has passed the warning between two ticks. */
export function passesLowTime(time: Time, before: number, after: number): boolean {
  const low = lowTimeMs(time);
  return before > low && after <= low;
}

/** How long until the text of a clock changes. */
export function untilNextChange(ms: number): number {
  const step = ms <= TENTHS_BELOW_MS ? 100 : 1000;
  return (ms % step) + 1;
}

/** A time control in a few characters: `10+5`, `3 d2`. */
export function controlText(time: Time | null): string {
  if (time === null) return '∞';
  const minutes = time.base_ms / 60_000;
  const base = Number.isInteger(minutes) ? String(minutes) : minutes.toFixed(1);
  switch (time.bonus.type) {
    case 'none':
      return `${base}+0`;
    case 'increment':
      return `${base}+${time.bonus.ms / 1000}`;
    case 'delay':
      return `${base} d${time.bonus.ms / 1000}`;
    case 'bronstein':
      return `${base} b${time.bonus.ms / 1000}`;
  }
}
