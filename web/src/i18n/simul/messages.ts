/** The texts about simuls by language. Only the pages that need them load them. */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { simulDe } from './de';
import { simulEn, type SimulMessages } from './en';
import { simulFr } from './fr';

export type { SimulMessages } from './en';

export const SIMUL_MESSAGES: Readonly<Record<Settings['language'], SimulMessages>> = {
  en: simulEn,
  de: simulDe,
  fr: withFrenchSpaces(simulFr),
};
