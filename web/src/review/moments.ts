/** Moves with their numbers, judged moves, and the key moments of a game. */
import { opposite, turnOf } from '../game/placement';
import { firstNumber } from '../game/rows';
import type { MoveFact } from '../wire/MoveFact';
import type { GameView } from '../wire/GameView';
import type { Judgment } from '../wire/Judgment';
import type { NotatedMove } from '../wire/NotatedMove';
import type { ReviewedPosition } from '../wire/ReviewedPosition';
import type { Side } from '../wire/Side';
import type { Value } from '../wire/Value';
import type { Viewer } from '../wire/Viewer';
import { GLYPHS } from './glyphs';
import type { LoadedReview } from './loadedReview';

/** How many half-moves of a line are shown. */
const MAX_LINE_LENGTH = 6;

/** The side to move after so many half-moves. */
export function moverAt(startFen: string, ply: number): Side {
  const first = turnOf(startFen);
  return ply % 2 === 0 ? first : opposite(first);
}

/** The number of a move that is played after so many half-moves. */
export function moveNumberAt(startFen: string, ply: number): number {
  const blackBegins = turnOf(startFen) === 'black' ? 1 : 0;
  return firstNumber(startFen) + Math.floor((ply + blackBegins) / 2);
}

/** The number before such a move: `12.` or `12…`. */
export function numberAt(startFen: string, ply: number): string {
  const number = moveNumberAt(startFen, ply);
  return `${number}${moverAt(startFen, ply) === 'white' ? '.' : '…'}`;
}

/** A move of a line, with the number before it; empty where the move before it has one. */
export interface NumberedMove extends NotatedMove {
  readonly number: string;
}

/** The moves of a line that are shown, with their numbers. */
export function numberedLine(
  startFen: string,
  ply: number,
  line: readonly NotatedMove[],
): NumberedMove[] {
  return line.slice(0, MAX_LINE_LENGTH).map((move, index) => {
    const isNumbered = index === 0 || moverAt(startFen, ply + index) === 'white';
    return { ...move, number: isNumbered ? numberAt(startFen, ply + index) : '' };
  });
}

/** A line with its numbers: `12… Nf6 13. Nc3 d5`. */
export function lineText(startFen: string, ply: number, line: readonly NotatedMove[]): string {
  return numberedLine(startFen, ply, line)
    .map(({ number, san }) => (number === '' ? san : `${number} ${san}`))
    .join(' ');
}

/** A bad move, with the reason and a better line. */
export interface JudgedMove {
  /** The index of the move, which is also the number of half-moves before it. */
  readonly index: number;
  readonly side: Side;
  /** The move with its number and glyph. */
  readonly move: string;
  readonly judgment: Judgment;
  readonly fact: MoveFact | null;
  /** Best play instead of it. */
  readonly better: readonly NotatedMove[];
  /** The evaluations before and after the move. */
  readonly before: Value;
  readonly after: Value;
}

/** The judgment of a move; `null` if the move was not bad. */
export function judgedMoveAt(
  view: GameView,
  loaded: LoadedReview,
  index: number,
): JudgedMove | null {
  const { positions, report } = loaded;
  const reviewed = report?.moves[index];
  const played = view.moves[index];
  const [before, after] = [positions.get(index), positions.get(index + 1)];
  if (!reviewed?.judgment || !played || !before || !after) return null;
  const { judgment, explanation } = reviewed;
  return {
    index,
    side: moverAt(view.start_fen, index),
    move: `${numberAt(view.start_fen, index)} ${played.san}${GLYPHS[judgment]}`,
    judgment,
    fact: explanation?.fact ?? null,
    better: before.line,
    before: before.value,
    after: after.value,
  };
}

/** The key moments, in the order of the game. */
export function keyMomentsOf(view: GameView, loaded: LoadedReview): JudgedMove[] {
  const moments = loaded.report?.moments.map((index) => judgedMoveAt(view, loaded, index)) ?? [];
  return moments.filter((moment) => moment !== null);
}

/** Which of the key moments is shown after so many half-moves, as an index; `null` for none. */
export function momentAt(moments: readonly JudgedMove[], ply: number): number | null {
  const at = moments.findIndex(({ index }) => index + 1 === ply);
  return at === -1 ? null : at;
}

/** The half-moves after which the key moments on either side of a position are shown. */
export function neighboringMoments(
  moments: readonly JudgedMove[],
  ply: number,
): { readonly previous: number | null; readonly next: number | null } {
  const plies = moments.map(({ index }) => index + 1);
  return {
    previous: plies.findLast((one) => one < ply) ?? null,
    next: plies.find((one) => one > ply) ?? null,
  };
}

/** The half-moves after which a review opens: the reader's first key moment, or else the first. */
export function openingPly(moments: readonly JudgedMove[], you: Viewer): number | null {
  const moment = moments.find(({ side }) => side === you) ?? moments[0];
  return moment === undefined ? null : moment.index + 1;
}

/** White's share of the evaluation bar in percent. A mate leaves nothing to the other side. */
export function barPercent({ value, win_percent }: ReviewedPosition): number {
  if (value.type !== 'mate') return win_percent;
  return win_percent < 50 ? 0 : 100;
}
