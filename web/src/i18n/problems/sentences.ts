/** Refusals of the server in other languages than its own, which is English. */
import type { Code } from '../../wire/Code';

/** A sentence, or one that is made of what the server's names, in the same order. */
type Sentence = string | ((...values: readonly string[]) => string);

/** Every refusal has one: a new code does not compile until it does. */
export type Sentences = Readonly<Record<Code, Sentence>>;

/** The sentence for a code; none when this app is older than the server and has never heard of it. */
export function sentenceFor(
  sentences: Partial<Sentences>,
  code: string,
  values: readonly string[],
): string | undefined {
  const known = Object.hasOwn(sentences, code) ? sentences[code as Code] : undefined;
  return typeof known === 'function' ? known(...values) : known;
}
