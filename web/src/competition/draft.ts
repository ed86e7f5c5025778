/** Settings of a competition while they are being chosen. */
import type { CompetitionFormat } from '../wire/CompetitionFormat';
import type { CompetitionSettings } from '../wire/CompetitionSettings';
import type { FormatKind } from '../wire/FormatKind';
import type { KeizerParameters } from '../wire/KeizerParameters';
import type { PointValues } from '../wire/PointValues';
import type { Time } from '../wire/Time';
import { usualRounds } from './rounds';

export const FORMATS = [
  'swiss',
  'round_robin',
  'keizer',
  'knockout',
] as const satisfies FormatKind[];

/** Minutes per player and seconds per move, from blitz to a long game. */
export const CLOCKS: readonly (readonly [minutes: number, seconds: number])[] = [
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
  [90, 30],
];

export const CLASSIC_POINTS: PointValues = { win: 10, draw: 5, loss: 0, bye: 10 };
export const FOOTBALL_POINTS: PointValues = { win: 30, draw: 10, loss: 0, bye: 30 };

/** The usual Keizer system; shares are twelfths of one's own value. */
export const USUAL_KEIZER: KeizerParameters = {
  top: null,
  bye: 8,
  club_duty: 8,
  excused: 4,
  excused_max: 5,
  not_joined: 4,
  repeat_gap: 2,
  repeated: false,
};

/** What a new competition starts from. */
export const NEW_SETTINGS: CompetitionSettings = {
  name: '',
  format: { type: 'swiss', rounds: usualRounds('swiss', 0), accelerated: false },
  time: { base_ms: 15 * 60_000, bonus: { type: 'increment', ms: 10_000 } },
  rated: true,
  points: CLASSIC_POINTS,
  tie_breaks: null,
  half_point_byes: 1,
  late_half_points: false,
};

/** A format with its usual options. */
export function usualFormat(kind: FormatKind, players: number): CompetitionFormat {
  if (kind === 'swiss') {
    return { type: kind, rounds: usualRounds(kind, players), accelerated: false };
  }
  if (kind === 'round_robin') return { type: kind, double: false };
  if (kind === 'keizer') {
    return { type: kind, rounds: usualRounds(kind, players), parameters: USUAL_KEIZER };
  }
  return { type: kind, games: 1, third_place: false };
}

export function timeOf(minutes: number, seconds: number): Time {
  const bonus = seconds === 0 ? ({ type: 'none' } as const) : incrementOf(seconds);
  // A clock without any time cannot run; the minimum is a minute.
  const base = minutes === 0 && seconds === 0 ? 1 : minutes;
  return { base_ms: base * 60_000, bonus };
}

function incrementOf(seconds: number): { type: 'increment'; ms: number } {
  return { type: 'increment', ms: seconds * 1000 };
}

/** The minutes and seconds of a time control. */
export function clockOf(time: Time): readonly [minutes: number, seconds: number] {
  const ms = time.bonus.type === 'none' ? 0 : time.bonus.ms;
  return [Math.round(time.base_ms / 60_000), Math.round(ms / 1000)];
}

export function clockText(time: Time | null): string | null {
  return time === null ? null : clockOf(time).join('+');
}

export function isSamePoints(one: PointValues, other: PointValues): boolean {
  return (['win', 'draw', 'loss', 'bye'] as const).every((key) => one[key] === other[key]);
}
