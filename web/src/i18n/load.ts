/** Loads the texts of a language. Each is a chunk of its own, and few people need two of them. */
import type { Settings } from '../settings/settings';
import type { Messages } from './en';

const LOADERS: Readonly<Record<Settings['language'], () => Promise<Messages>>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
  fr: async () => (await import('./fr')).fr,
};

export function loadMessages(language: Settings['language']): Promise<Messages> {
  return LOADERS[language]();
}
