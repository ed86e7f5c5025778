/** A player's own game in the last round: what they are asked, and what they wait for. */
import type { BoardResult } from '../wire/BoardResult';
import type { CompetitionView } from '../wire/CompetitionView';
import type { Side } from '../wire/Side';
import type { UnpairedReason } from '../wire/UnpairedReason';

/**
 * What is left to do: play on the server, say how the game ended, confirm what the opponent said,
 * wait for the opponent or, if that is a guest, for the organizer to confirm, or settle a
 * disagreement.
 */
export type OwnState =
  | { readonly type: 'play'; readonly game: string }
  | { readonly type: 'report' }
  | { readonly type: 'confirm'; readonly result: BoardResult }
  | {
      readonly type: 'waiting';
      readonly result: BoardResult;
      readonly by: 'opponent' | 'organizer';
    }
  | { readonly type: 'disputed'; readonly own: BoardResult; readonly other: BoardResult }
  | { readonly type: 'decided'; readonly result: BoardResult };

export interface OwnGame {
  readonly round: number;
  readonly board: number;
  readonly color: Side;
  /** The opponent's number. */
  readonly opponent: number;
  readonly game: string | null;
  readonly state: OwnState;
}

/** The games of the caller in the last round; a match of a knockout can have two. */
export function ownGames(view: CompetitionView): readonly OwnGame[] {
  const id = view.caller.entrant;
  const round = view.rounds.length;
  const boards = view.rounds.at(-1)?.boards ?? [];
  return boards.flatMap((board, index) => {
    const { white, black } = board.players;
    if (id === null || (white !== id && black !== id)) return [];
    const color: Side = white === id ? 'white' : 'black';
    const opponent = color === 'white' ? black : white;
    const { game } = board;
    // Guests have no account to report with.
    const isGuest = view.entrants.find((entrant) => entrant.id === opponent)?.member === false;
    const state = stateOf(board, color, isGuest ? 'organizer' : 'opponent');
    return [{ round, board: index + 1, color, opponent, game, state }];
  });
}

type Board = CompetitionView['rounds'][number]['boards'][number];

function stateOf(
  { result, reports, game }: Board,
  color: Side,
  by: 'opponent' | 'organizer',
): OwnState {
  if (result !== null) return { type: 'decided', result };
  const own = reports[color];
  const other = reports[color === 'white' ? 'black' : 'white'];
  if (own !== null && other !== null) return { type: 'disputed', own, other };
  if (own !== null) return { type: 'waiting', result: own, by };
  if (game !== null) return { type: 'play', game };
  return other === null ? { type: 'report' } : { type: 'confirm', result: other };
}

/** Why the caller has no opponent in the last round; `null` for those who have one. */
export function ownAbsence(view: CompetitionView): UnpairedReason | null {
  const id = view.caller.entrant;
  return view.rounds.at(-1)?.unpaired.find((one) => one.id === id)?.reason ?? null;
}
