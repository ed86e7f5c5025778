/** The texts about the lobby by language. Only members load them. */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { lobbyDe } from './de';
import { lobbyEn, type LobbyMessages } from './en';
import { lobbyFr } from './fr';

export type { LobbyMessages } from './en';

export const LOBBY_MESSAGES: Readonly<Record<Settings['language'], LobbyMessages>> = {
  en: lobbyEn,
  de: lobbyDe,
  fr: withFrenchSpaces(lobbyFr),
};
