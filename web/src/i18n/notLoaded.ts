/** What is said when no texts can be loaded. It is part of the first file, so it needs none. */
import type { Settings } from '../settings/settings';

interface NotLoaded {
  readonly text: string;
  readonly retry: string;
}

export const NOT_LOADED: Readonly<Record<Settings['language'], NotLoaded>> = {
  en: {
    text: 'Tabiya could not be loaded. The server can’t be reached. Try again in a moment.',
    retry: 'Retry',
  },
  de: {
    text: 'Tabiya konnte nicht geladen werden. Der Server ist nicht erreichbar. Versuche es gleich noch einmal.',
    retry: 'Erneut versuchen',
  },
  fr: {
    text: 'Tabiya n’a pas pu être chargé. Le serveur est injoignable. Réessayez dans un instant.',
    retry: 'Réessayer',
  },
};
