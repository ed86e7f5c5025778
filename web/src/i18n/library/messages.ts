/** The texts about the table of the library by language. Only the pages that need them load them. */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { libraryDe } from './de';
import { libraryEn, type LibraryMessages } from './en';
import { libraryFr } from './fr';

export type { LibraryMessages } from './en';

export const LIBRARY_MESSAGES: Readonly<Record<Settings['language'], LibraryMessages>> = {
  en: libraryEn,
  de: libraryDe,
  fr: withFrenchSpaces(libraryFr),
};
