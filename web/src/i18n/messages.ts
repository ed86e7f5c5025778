/** The languages by their codes, and the sentences that depend on more than words. */
import type { Settings } from '../settings/settings';
import type { ApiError } from '../api/request';
import { de } from './de';
import { en, type Messages } from './en';
import { fr } from './fr';
import { sentenceFor } from './problems/sentences';

export type { Messages } from './en';

export const MESSAGES: Readonly<Record<Settings['language'], Messages>> = { en, de, fr };

/** What the languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Settings['language'], string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** A problem in a sentence: in this language where it has one, and else in the server's words. */
export function problemText(words: Messages, problem: ApiError): string {
  const { code, message } = problem;
  if (code === 'unreachable') return words.unreachable;
  if (code === 'unreadable') return words.oddAnswer(message);
  const sentence = sentenceFor(words.problems, problem);
  return sentence ?? `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}
