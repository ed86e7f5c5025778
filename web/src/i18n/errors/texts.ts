/** The server's errors by their codes, in the reader's language. */
import type { ApiError } from '../../api/request';
import type { ErrorCode } from '../../wire/ErrorCode';
import type { Side } from '../../wire/Side';

/** A text, or one made of the error's values in their order. */
type ErrorText = string | ((...values: readonly string[]) => string);

/** Every code has a text: a new code does not compile until it has one. */
export type ErrorTexts = Readonly<Record<ErrorCode, ErrorText>>;

/** The text of an error; `undefined` for a code that is newer than this app. */
export function errorTextFor(texts: ErrorTexts, { code, values }: ApiError): string | undefined {
  const known = Object.hasOwn(texts, code) ? texts[code as ErrorCode] : undefined;
  return typeof known === 'function' ? known(...values) : known;
}

/** A color among the values of an error. */
export function colorOf(value: string | undefined): Side {
  return value === 'white' ? 'white' : 'black';
}
