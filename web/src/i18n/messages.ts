/** The languages by their codes, and the sentences that depend on more than words. */
import type { Settings } from '../settings/settings';
import type { Problem } from '../wire/Problem';
import { de } from './de';
import { en, type Messages } from './en';
import { fr } from './fr';

export type { Messages } from './en';

export const MESSAGES: Readonly<Record<Settings['language'], Messages>> = { en, de, fr };

/** What the languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Settings['language'], string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** A problem in a sentence. The server's own sentences are English. */
export function problemText(words: Messages, problem: Problem): string {
  if (problem.code === 'unreachable') return words.unreachable;
  const text = problem.message.charAt(0).toUpperCase() + problem.message.slice(1);
  return words.serverSays(text);
}
