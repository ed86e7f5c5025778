/**
 * All openings, with their names in every language: a chunk of its own, so that no page waits for
 * it.
 */
import text from 'virtual:openings';

import type { NotatedMove } from '../wire/NotatedMove';
import { openingOf, readTheory, type Found } from './theory';

export { localName } from './names';

const theory = readTheory(text);

/** The opening of a game; `null` without a name. */
export function find(startFen: string, moves: readonly NotatedMove[]): Found | null {
  return openingOf(theory, startFen, moves);
}
