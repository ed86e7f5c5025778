/** What an organizer has locked for the group of the user, or for visitors. */
import type { Lock } from '../i18n/locks/en';
import type { Feature } from '../wire/Feature';
import type { Session } from '../wire/Session';
import type { Strength } from '../wire/Strength';

/** The ratings as which the levels with names count, as the server has them. */
const LEVELS = { easy: 700, medium: 1100, hard: 1600 } as const;

/** What keeps somebody from using a feature; `null` if they may. */
export function lockOf({ role, locks }: Session, feature: Feature): Lock | null {
  if (locks?.locked.includes(feature) !== true) return null;
  const { max_rating, until_ms } = locks;
  return { feature, maxRating: max_rating, untilMs: until_ms, visitors: role === 'visitor' };
}

/** Whether a computer opponent may be played. External engines are above every limit. */
export function isAllowed(lock: Lock | null, strength: Strength | 'external'): boolean {
  if (lock === null) return true;
  if (lock.maxRating === null || strength === 'external' || strength.type === 'full') return false;
  const rating = strength.type === 'rated' ? strength.rating : LEVELS[strength.type];
  return rating <= lock.maxRating;
}
