/**
 * The texts about the roster and its cards by language. They are not part of `Messages`: only the
 * pages about members and cards load them.
 */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { rosterDe } from './de';
import { rosterEn, type RosterMessages } from './en';
import { rosterFr } from './fr';

export const ROSTER_MESSAGES: Readonly<Record<Settings['language'], RosterMessages>> = {
  en: rosterEn,
  de: rosterDe,
  fr: withFrenchSpaces(rosterFr),
};
