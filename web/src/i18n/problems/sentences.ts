/** Refusals of the server in other languages than its own, which is English. */
import type { ApiError } from '../../api/request';
import type { Code } from '../../wire/Code';

/**
 * A sentence, or one that is made of what the server's names, in the same order. Where a sentence
 * can have any reason, which only the server's own words tell, those are quoted.
 */
type Sentence =
  | string
  | ((...values: readonly string[]) => string)
  | { readonly quoting: (message: string) => string };

/** Every refusal has one: a new code does not compile until it does. */
export type Sentences = Readonly<Record<Code, Sentence>>;

/** The sentence for a code; none when this app is older than the server and has never heard of it. */
export function sentenceFor(
  sentences: Partial<Sentences>,
  { code, message, values }: ApiError,
): string | undefined {
  const known = Object.hasOwn(sentences, code) ? sentences[code as Code] : undefined;
  if (typeof known === 'function') return known(...values);
  return typeof known === 'object' ? known.quoting(message) : known;
}
