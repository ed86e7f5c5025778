/** Rounds: how many to plan, which one is next, and what everybody had before it. */
import type { BoardView } from '../wire/BoardView';
import type { CompetitionFormat } from '../wire/CompetitionFormat';
import type { CompetitionView } from '../wire/CompetitionView';
import type { PointValues } from '../wire/PointValues';
import type { UnpairedReason } from '../wire/UnpairedReason';
import { pointsFor } from './results';

/** The fewest rounds that are worth a Swiss. */
const MIN_SWISS_ROUNDS = 3;
/** A usual length of a Keizer ladder: an evening a week for half a season. */
const KEIZER_ROUNDS = 15;

/**
 * The rounds of a Swiss in which one player can come out ahead of all others, and two more to sort
 * the places behind; never more than opponents.
 */
export function suggestedRounds(players: number): number {
  if (players < 2) return 5;
  const needed = Math.ceil(Math.log2(players));
  const rounds = Math.max(MIN_SWISS_ROUNDS, players <= 8 ? needed + 1 : needed + 2);
  return Math.min(rounds, players - 1 + (players % 2));
}

/** How many rounds a format has for a number of players. */
export function roundsOf(format: CompetitionFormat, players: number): number {
  if (format.type === 'swiss' || format.type === 'keizer') return format.rounds;
  if (players < 2) return 0;
  if (format.type === 'knockout') return Math.ceil(Math.log2(players));
  return (players - 1 + (players % 2)) * (format.double ? 2 : 1);
}

/** The rounds to begin with when a format is chosen. */
export function usualRounds(type: 'swiss' | 'keizer', players: number): number {
  return type === 'keizer' ? KEIZER_ROUNDS : suggestedRounds(players);
}

/** Whether another round can be paired, and if not, why. */
export type NextRound =
  | { readonly type: 'ready'; readonly round: number }
  | { readonly type: 'finished' | 'too_few' | 'all_paired' }
  | { readonly type: 'missing'; readonly round: number; readonly count: number }
  | { readonly type: 'tied'; readonly round: number };

export function nextRound(view: CompetitionView): NextRound {
  if (view.finished) return { type: 'finished' };
  const missing = firstMissing(view);
  if (missing !== null) return { type: 'missing', ...missing };
  const last = view.rounds.length;
  if (tiedMatches(view, last).length > 0) return { type: 'tied', round: last };
  if (view.entrants.filter(({ withdrawn }) => !withdrawn).length < 2) return { type: 'too_few' };
  if (last >= view.planned_rounds && view.planned_rounds > 0) return { type: 'all_paired' };
  return { type: 'ready', round: last + 1 };
}

function firstMissing(view: CompetitionView): { round: number; count: number } | null {
  for (const [index, { boards }] of view.rounds.entries()) {
    const count = boards.filter(({ result }) => result === null).length;
    if (count > 0) return { round: index + 1, count };
  }
  return null;
}

/** The boards of a round of a knockout whose match is tied and undecided, the first of each. */
export function tiedMatches(view: CompetitionView, round: number): readonly number[] {
  if (view.settings.format.type !== 'knockout') return [];
  const boards = view.rounds[round - 1]?.boards ?? [];
  return boards.flatMap((board, index) => {
    const games = boards.filter((other) => isSameMatch(board, other));
    const isFirst = games[0] === board;
    const isTied = isFirst && games.every(({ advances }) => advances === null) && isLevel(games);
    return isTied ? [index + 1] : [];
  });
}

function isSameMatch(one: BoardView, other: BoardView): boolean {
  const { white, black } = one.players;
  const has = (id: number): boolean => other.players.white === id || other.players.black === id;
  return has(white) && has(black);
}

/** Whether all games are over, and both players have as much. */
function isLevel(games: readonly BoardView[]): boolean {
  const usual: PointValues = { win: 10, draw: 5, loss: 0, bye: 10 };
  let difference = 0;
  for (const { players, result } of games) {
    if (result === null) return false;
    const gain = pointsFor(result, 'white', usual) - pointsFor(result, 'black', usual);
    difference += players.white === games[0]?.players.white ? gain : -gain;
  }
  return difference === 0;
}

/** The points of everybody before a round, in tenths, by number. */
export function scoresBefore(view: CompetitionView, round: number): ReadonlyMap<number, number> {
  const scores = new Map<number, number>();
  const add = (id: number, points: number): void =>
    void scores.set(id, (scores.get(id) ?? 0) + points);
  const { points } = view.settings;
  for (const { boards, unpaired } of view.rounds.slice(0, round - 1)) {
    for (const { players, result } of boards) {
      if (result === null) continue;
      add(players.white, pointsFor(result, 'white', points));
      add(players.black, pointsFor(result, 'black', points));
    }
    for (const { id, reason } of unpaired) add(id, pointsWithoutGame(reason, points));
  }
  return scores;
}

export function pointsWithoutGame(reason: UnpairedReason, points: PointValues): number {
  if (reason === 'bye') return points.bye;
  if (reason === 'full_point') return points.win;
  return reason === 'half_point' ? points.draw : 0;
}

/** How much of a round is still to come. */
export function progressOf(boards: readonly BoardView[]): { missing: number; disputed: number } {
  const open = boards.filter(({ result }) => result === null);
  return { missing: open.length, disputed: open.filter(({ disputed }) => disputed).length };
}

/** Whether a game can be created on the server for a board of the last round. */
export function canStart(view: CompetitionView, board: BoardView): boolean {
  return board.result === null && board.game === null && isOfMembers(view, board);
}

/** Whether both players have an account, so that they can play on the server. */
export function isOfMembers(view: CompetitionView, { players }: BoardView): boolean {
  const isMember = (id: number): boolean => view.entrants[id - 1]?.member ?? false;
  return isMember(players.white) && isMember(players.black);
}

/** The round that the standings count up to, and whether it still goes on: the first result counts. */
export function countedRounds(view: CompetitionView): { rounds: number; isOpen: boolean } {
  const boards = view.rounds.at(-1)?.boards ?? [];
  const { missing } = progressOf(boards);
  const isUntouched = missing > 0 && missing === boards.length;
  return {
    rounds: view.rounds.length - (isUntouched ? 1 : 0),
    isOpen: missing > 0 && !isUntouched,
  };
}
