/**
 * The cross table: everybody against everybody in a round robin, and round by round in all other
 * formats. The rows are in the order of the standings, and numbered from 1: places may be shared, so
 * they would not say who the opponent was.
 */
import type { CompetitionView } from '../wire/CompetitionView';
import type { Side } from '../wire/Side';
import type { UnpairedReason } from '../wire/UnpairedReason';
import { signFor } from './results';

/** A round of one player. */
export type RoundCell =
  | {
      readonly type: 'game';
      /** The opponent, and their row; no row for those who are not in the standings. */
      readonly opponent: number;
      readonly row: number | null;
      readonly color: Side;
      /** What the player got; `null` while the game goes on. */
      readonly sign: string | null;
    }
  | { readonly type: 'unpaired'; readonly reason: UnpairedReason }
  | { readonly type: 'none' };

export interface RoundRow {
  readonly id: number;
  readonly points: string;
  /** One list of cells per round: a match of a knockout can have two games. */
  readonly rounds: readonly (readonly RoundCell[])[];
}

export function roundRows(view: CompetitionView): readonly RoundRow[] {
  const rows = new Map(view.standings.map(({ id }, index) => [id, index + 1]));
  return view.standings.map(({ id, points }) => ({
    id,
    points,
    rounds: view.rounds.map((_, index) => cellsOf(view, index, id, rows)),
  }));
}

function cellsOf(
  view: CompetitionView,
  index: number,
  id: number,
  rows: ReadonlyMap<number, number>,
): readonly RoundCell[] {
  const { boards = [], unpaired = [] } = view.rounds[index] ?? {};
  const games = boards.flatMap(({ players, result }): RoundCell[] => {
    if (players.white !== id && players.black !== id) return [];
    const color: Side = players.white === id ? 'white' : 'black';
    const opponent = color === 'white' ? players.black : players.white;
    const sign = result === null ? null : signFor(result, color);
    return [{ type: 'game', opponent, row: rows.get(opponent) ?? null, color, sign }];
  });
  if (games.length > 0) return games;
  const reason = unpaired.find((one) => one.id === id)?.reason;
  return [reason === undefined ? { type: 'none' } : { type: 'unpaired', reason }];
}

export interface GridRow {
  readonly id: number;
  readonly points: string;
  /** What the player got against everybody, in the order of the rows; `null` on the diagonal. */
  readonly cells: readonly (readonly string[] | null)[];
}

/** The grid of a round robin. Games of those who are not in the standings are not in it. */
export function gridRows(view: CompetitionView): readonly GridRow[] {
  const ids = view.standings.map(({ id }) => id);
  const signs = signsByPair(view);
  return view.standings.map(({ id, points }) => ({
    id,
    points,
    cells: ids.map((other) => (other === id ? null : (signs.get(`${id} ${other}`) ?? []))),
  }));
}

function signsByPair(view: CompetitionView): ReadonlyMap<string, readonly string[]> {
  const signs = new Map<string, readonly string[]>();
  const add = (own: number, other: number, sign: string): void => {
    const key = `${own} ${other}`;
    signs.set(key, [...(signs.get(key) ?? []), sign]);
  };
  for (const { players, result } of view.rounds.flatMap(({ boards }) => boards)) {
    if (result === null) continue;
    add(players.white, players.black, signFor(result, 'white'));
    add(players.black, players.white, signFor(result, 'black'));
  }
  return signs;
}
