/**
 * The texts about competitions by language. They are not part of `Messages`: only the pages of
 * competitions load them.
 */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { competitionsDe } from './de';
import { competitionsEn, type CompetitionMessages } from './en';
import { competitionsFr } from './fr';

export type { CompetitionMessages } from './en';

export const COMPETITION_MESSAGES: Readonly<Record<Settings['language'], CompetitionMessages>> = {
  en: competitionsEn,
  de: competitionsDe,
  fr: withFrenchSpaces(competitionsFr),
};
