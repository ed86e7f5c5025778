/** How a sentence refers to a player. */
import type { Side } from '../wire/Side';

/** The reader, somebody with a name, or a color where nobody has given a name. */
export type Subject =
  | { readonly type: 'you' }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'side'; readonly side: Side };

/** For positions without players. */
export function bySide(side: Side): Subject {
  return { type: 'side', side };
}
