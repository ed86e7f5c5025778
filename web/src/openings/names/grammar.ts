/** What a language has to know to name openings. */

export type Gender = 'm' | 'f' | 'n';
/** A noun with its gender. */
export type Noun = readonly [word: string, gender: Gender];
/** An adjective in the form that goes with a gender. */
export type Adjective = (gender: Gender) => string;

export interface Grammar {
  /** Every family of the table. */
  readonly families: Readonly<Record<string, string>>;
  /** Variations that are not named by the rules. */
  readonly parts: Readonly<Record<string, string>>;
  readonly nouns: Readonly<Record<string, Noun>>;
  readonly adjectives: Readonly<Record<string, Adjective>>;
  /** Names that the language spells in its own way, piece by piece between hyphens. */
  readonly spellings: Readonly<Record<string, string>>;
  /** The words for `with`, `without` and `and`. */
  readonly links: Readonly<Record<string, string>>;
  /** What can follow a variation, such as `Accepted`. */
  readonly states: Readonly<Record<string, (variation: string, gender: Gender) => string>>;
  /** The letters of the pieces. */
  readonly pieces: Readonly<Record<string, string>>;
  /** Adjectives, a name and a noun in their order. */
  readonly compose: (
    described: { readonly adjectives: readonly string[]; readonly name: string },
    noun: Noun,
  ) => string;
}
