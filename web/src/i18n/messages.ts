/** The languages by their codes, and errors in the words of a language. */
import type { ApiError } from '../api/request';
import type { Settings } from '../settings/settings';
import { de } from './de';
import { en, type Messages } from './en';
import { errorTextFor } from './errors/texts';
import { fr } from './fr';

export type { Messages } from './en';

export const MESSAGES: Readonly<Record<Settings['language'], Messages>> = { en, de, fr };

/** What the languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Settings['language'], string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** An error as people read it. */
export function errorText(messages: Messages, error: ApiError): string {
  if (error.code === 'unreachable') return messages.unreachable;
  if (error.code === 'unreadable') return messages.unexpectedResponse(error.message);
  return errorTextFor(messages.errors, error) ?? messages.unknownError(error.code);
}
