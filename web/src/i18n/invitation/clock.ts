/** The numbers of a time control, for texts in any language. */
import type { Time } from '../../wire/Time';

/** The minutes of a side, with a decimal at most. */
export function minutesOf(time: Time): number {
  return Math.round(time.base_ms / 6000) / 10;
}

/** The seconds of the bonus. */
export function secondsOf({ bonus }: Time): number {
  return bonus.type === 'none' ? 0 : bonus.ms / 1000;
}
