/** The server's errors by their codes, in the reader's language. */
import type { ApiError } from '../../api/request';
import type { ErrorCode } from '../../wire/ErrorCode';

/**
 * A text, or one made of the error's values in their order. Where only the server knows the reason,
 * its own message is quoted.
 */
type ErrorText =
  | string
  | ((...values: readonly string[]) => string)
  | { readonly quoting: (message: string) => string };

/** Every code has a text: a new code does not compile until it has one. */
export type ErrorTexts = Readonly<Record<ErrorCode, ErrorText>>;

/** The text of an error; `undefined` for a code that is newer than this app. */
export function errorTextFor(
  texts: ErrorTexts,
  { code, message, values }: ApiError,
): string | undefined {
  const known = Object.hasOwn(texts, code) ? texts[code as ErrorCode] : undefined;
  if (typeof known === 'function') return known(...values);
  return typeof known === 'object' ? known.quoting(message) : known;
}
