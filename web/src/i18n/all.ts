/** All languages at once, for tests. The app loads the one that is chosen (`load.ts`). */
import type { Settings } from '../settings/settings';
import { AUDIT_MESSAGES } from './audit/messages';
import { COMPETITION_MESSAGES } from './competitions/messages';
import { DEMONSTRATION_MESSAGES } from './demonstration/messages';
import { de } from './de';
import { en, type Messages } from './en';
import { fr } from './fr';
import { LESSON_MESSAGES } from './lessons/messages';
import { LIBRARY_MESSAGES } from './library/messages';
import { LOBBY_MESSAGES } from './lobby/messages';
import { ratingsDe } from './ratings/de';
import { ratingsEn } from './ratings/en';
import { ratingsFr } from './ratings/fr';
import { ROSTER_MESSAGES } from './roster/messages';
import { SERVER_MESSAGES } from './server/messages';
import { SIMUL_MESSAGES } from './simul/messages';

export const MESSAGES: Readonly<Record<Settings['language'], Messages>> = { en, de, fr };

/** The texts that pages load for themselves. */
const OF_PAGES = {
  audit: AUDIT_MESSAGES,
  competitions: COMPETITION_MESSAGES,
  demonstration: DEMONSTRATION_MESSAGES,
  lessons: LESSON_MESSAGES,
  library: LIBRARY_MESSAGES,
  lobby: LOBBY_MESSAGES,
  ratings: { en: ratingsEn, de: ratingsDe, fr: ratingsFr },
  roster: ROSTER_MESSAGES,
  server: SERVER_MESSAGES,
  simul: SIMUL_MESSAGES,
};

/** All texts of a language, those of pages included. */
export const textsIn = (language: Settings['language']): object => ({
  ...MESSAGES[language],
  ...Object.fromEntries(
    Object.entries(OF_PAGES).map(([name, messages]) => [name, messages[language]]),
  ),
});
