/** The texts about ratings by language. Only the pages that show ratings load them. */
import { app } from '../../app.svelte';
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { ratingsDe } from './de';
import { ratingsEn, type RatingMessages } from './en';
import { ratingsFr } from './fr';

const RATING_MESSAGES: Readonly<Record<Settings['language'], RatingMessages>> = {
  en: ratingsEn,
  de: ratingsDe,
  fr: withFrenchSpaces(ratingsFr),
};

/** The texts about ratings in the chosen language. */
export function ratingMessages(): RatingMessages {
  return RATING_MESSAGES[app.settings.language];
}
