/** Competitions for tests. */
import type { BoardResult } from '../wire/BoardResult';
import type { BoardView } from '../wire/BoardView';
import type { CompetitionView } from '../wire/CompetitionView';
import type { EntrantView } from '../wire/EntrantView';
import type { RoundView } from '../wire/RoundView';
import { NEW_SETTINGS } from './draft';

export function board(white: number, black: number, change: Partial<BoardView> = {}): BoardView {
  return {
    players: { white, black },
    result: null,
    source: null,
    reports: { white: null, black: null },
    disputed: false,
    game: null,
    fen: null,
    advances: null,
    ...change,
  };
}

/** A round of boards with results, without anybody who is left over. */
export function round(...boards: readonly (readonly [number, number, BoardResult?])[]): RoundView {
  return {
    boards: boards.map(([white, black, result]) => board(white, black, { result: result ?? null })),
    unpaired: [],
  };
}

function entrant(id: number): EntrantView {
  return {
    id,
    name: `Player ${id}`,
    group: null,
    rating: null,
    member: true,
    starting_number: id,
    withdrawn: false,
    absences: [],
  };
}

/** A competition of some players, who stand in the order of their numbers. */
export function competition(
  players: number,
  change: Partial<CompetitionView> = {},
): CompetitionView {
  const ids = Array.from({ length: players }, (_, index) => index + 1);
  return {
    id: 'c',
    version: 1,
    settings: NEW_SETTINGS,
    planned_rounds: 5,
    entrants: ids.map(entrant),
    rounds: [],
    forbidden: [],
    standings: ids.map((id) => ({ place: id, id, points: '0', tie_breaks: [], keizer: null })),
    finished: false,
    created_ms: 0,
    caller: { organizer: false, entrant: null },
    ...change,
  };
}
