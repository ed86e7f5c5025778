/**
 * The texts about the server by language. They are not part of `Messages`: only the page of the
 * admin loads them.
 */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { serverDe } from './de';
import { serverEn, type ServerMessages } from './en';
import { serverFr } from './fr';

export const SERVER_MESSAGES: Readonly<Record<Settings['language'], ServerMessages>> = {
  en: serverEn,
  de: serverDe,
  fr: withFrenchSpaces(serverFr),
};
