/** Errors whose kinds have values, in the reader's language. */

/** A kind on the wire: its name, and the values of that kind. */
interface Kind {
  readonly type: string;
}

/** Every kind has a text: a new one does not compile until it has one. */
export type KindTexts<K extends Kind> = {
  readonly [T in K['type']]: string | ((values: Extract<K, { type: T }>) => string);
};

/** The text of a kind; `undefined` for one that is newer than this app. */
export function kindText<K extends Kind>(texts: KindTexts<K>, kind: K): string | undefined {
  if (!Object.hasOwn(texts, kind.type)) return undefined;
  const text = texts[kind.type as K['type']] as string | ((values: K) => string);
  return typeof text === 'function' ? text(kind) : text;
}
