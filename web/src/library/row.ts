/** An empty row of the library, for tests. */
import type { LibraryRow } from '../wire/LibraryRow';

export const ROW: LibraryRow = {
  id: 'x',
  white: null,
  black: null,
  winner: null,
  moves: 0,
  last_played_ms: 0,
  status: 'over',
  turn: 'white',
  imported: false,
  can_continue: false,
  white_rating: null,
  black_rating: null,
  event: null,
  site: null,
  date: null,
  round: null,
  eco: null,
  opening: null,
};
