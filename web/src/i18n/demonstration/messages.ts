/** The texts about demonstration boards by language. Only the pages that need them load them. */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { demonstrationDe } from './de';
import { demonstrationEn, type DemonstrationMessages } from './en';
import { demonstrationFr } from './fr';

export type { DemonstrationMessages } from './en';

export const DEMONSTRATION_MESSAGES: Readonly<Record<Settings['language'], DemonstrationMessages>> =
  {
    en: demonstrationEn,
    de: demonstrationDe,
    fr: withFrenchSpaces(demonstrationFr),
  };
