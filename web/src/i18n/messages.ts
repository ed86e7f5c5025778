/** The names of the languages, and errors in the words of a language. */
import type { ApiError } from '../api/request';
import type { Settings } from '../settings/settings';
import type { ErrorDetail } from '../wire/ErrorDetail';
import type { ImportErrorKind } from '../wire/ImportErrorKind';
import type { Messages } from './en';
import { errorTextFor } from './errors/texts';
import { kindText } from './kinds';

export type { Messages } from './en';

/** Errors whose detail does not say what was wanted; it comes after their text. */
const INTRODUCTIONS: ReadonlySet<string> = new Set(['bad_fen', 'bad_import']);

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
  const text = errorTextFor(messages.errors, error) ?? messages.unknownError(error.code);
  const detail = detailText(messages, error.detail ?? null);
  if (detail === undefined) return text;
  return INTRODUCTIONS.has(error.code) ? `${text} ${detail}` : detail;
}

/** What exactly is wrong; `undefined` where the error does not say, or the app is too old. */
function detailText(messages: Messages, detail: ErrorDetail | null): string | undefined {
  switch (detail?.type) {
    case 'position':
      return kindText(messages.positions, detail.error);
    case 'game': {
      const reason = kindText(messages.importErrors, detail.error);
      return reason && messages.imports.at(detail.line, detail.column, reason);
    }
    case 'locked': {
      const { feature, max_rating, until_ms, visitors } = detail;
      const lock = { feature, maxRating: max_rating, untilMs: until_ms, visitors };
      return `${messages.locks.locked(lock)} ${messages.locks.whoCanChange}`;
    }
    case 'file':
      return kindText(messages.fileErrors, detail.error);
    default:
      return undefined;
  }
}

/** An error in a game of an imported file as people read it. */
export function importErrorText(messages: Messages, error: ImportErrorKind): string {
  return kindText(messages.importErrors, error) ?? messages.unknownError(error.type);
}
