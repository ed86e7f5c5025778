/** What a teacher locks for a lesson, as this browser remembers it. */
import { oneOf, record } from '../settings/fields';
import { loadValue, saveValue, type BrowserStorage } from '../settings/storage';
import type { Feature } from '../wire/Feature';
import type { NewRules } from '../wire/NewRules';
import type { RuleScope } from '../wire/RuleScope';

/** What can be locked with a check mark; opponents have a choice of their own. */
export const FEATURES = ['hints', 'takebacks', 'evaluation', 'analysis', 'reviews'] as const;
/** The highest ratings of computer opponents that can be chosen. */
export const MAX_RATINGS = [600, 800, 1000, 1200, 1600, 2000, 2400] as const;
export const DURATIONS = ['45', '90', 'time', 'open'] as const;
export type Duration = (typeof DURATIONS)[number];

export interface Preset {
  readonly features: readonly Feature[];
  /** Which computer opponents may be played: all, none, or those up to a rating. */
  readonly opponents: 'all' | 'none' | (typeof MAX_RATINGS)[number];
  readonly duration: Duration;
  /** The time of day of the duration `time`, as `18:30`. */
  readonly time: string;
}

const KEY = 'lesson';

const presetField = record<Preset>({
  features: (value) =>
    Array.isArray(value) ? FEATURES.filter((feature) => value.includes(feature)) : FEATURES,
  opponents: oneOf(['all', 'none', ...MAX_RATINGS], 'all'),
  duration: oneOf(DURATIONS, '45'),
  time: (value) => (typeof value === 'string' && /^\d\d:\d\d$/.test(value) ? value : ''),
});

export function savePreset(storage: BrowserStorage, preset: Preset): void {
  saveValue(storage, KEY, preset);
}

/** The last choice in this browser, as far as it can be read. */
export function loadPreset(storage: BrowserStorage): Preset {
  return loadValue(storage, KEY, presetField);
}

/** The rules of a preset from now on; nothing locked where nothing is chosen. */
export function rulesOf(preset: Preset, scope: RuleScope, now: Date): NewRules {
  const { features, opponents } = preset;
  return {
    scope,
    locked: [...features, ...(opponents === 'all' ? [] : (['opponents'] as const))],
    max_rating: typeof opponents === 'number' ? opponents : null,
    for_ms: durationMs(preset, now),
  };
}

/** How long a preset lasts; `null` until it is unlocked. A time that has passed is tomorrow’s. */
function durationMs({ duration, time }: Preset, now: Date): number | null {
  if (duration === '45' || duration === '90') return Number(duration) * 60_000;
  const [hours, minutes] = time.split(':').map(Number);
  if (duration === 'open' || hours === undefined || minutes === undefined) return null;
  const end = new Date(now);
  end.setHours(hours, minutes, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end.getTime() - now.getTime();
}
