/** Moves with their numbers, and the moments of a game that mattered. */
import { opposite, turnOf } from '../game/placement';
import { firstNumber } from '../game/rows';
import type { Fact } from '../wire/Fact';
import type { GameView } from '../wire/GameView';
import type { Judgment } from '../wire/Judgment';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Side } from '../wire/Side';
import type { Value } from '../wire/Value';
import { GLYPHS } from './glyphs';
import type { Progress } from './progress';

/** How many half-moves of a better line are shown. */
const LONGEST_LINE = 8;

/** Who moves after so many half-moves. */
export function moverAt(startFen: string, ply: number): Side {
  const first = turnOf(startFen);
  return ply % 2 === 0 ? first : opposite(first);
}

/** The number before a move that is played after so many half-moves: `12.` or `12…`. */
export function numberAt(startFen: string, ply: number): string {
  const blackBegins = turnOf(startFen) === 'black' ? 1 : 0;
  const number = firstNumber(startFen) + Math.floor((ply + blackBegins) / 2);
  return `${number}${moverAt(startFen, ply) === 'white' ? '.' : '…'}`;
}

/** A line with its numbers: `12… Nf6 13. Nc3 d5`. */
export function lineText(startFen: string, ply: number, line: readonly NotatedMove[]): string {
  return line
    .slice(0, LONGEST_LINE)
    .map(({ san }, index) => {
      const numbered = index === 0 || moverAt(startFen, ply + index) === 'white';
      return numbered ? `${numberAt(startFen, ply + index)} ${san}` : san;
    })
    .join(' ');
}

export interface KeyMoment {
  /** The place of the move, which is also the half-moves before it. */
  readonly index: number;
  readonly side: Side;
  /** The move with its number and sign. */
  readonly move: string;
  readonly judgment: Judgment;
  readonly fact: Fact | null;
  /** Best play instead of it. */
  readonly better: string;
  /** What the position was worth, and what it is worth after the move. */
  readonly before: Value;
  readonly after: Value;
}

/** The key moment of a move; `null` if the move was not bad. */
export function momentAt(view: GameView, progress: Progress, index: number): KeyMoment | null {
  const { positions, report } = progress;
  const reviewed = report?.moves[index];
  const played = view.moves[index];
  const [before, after] = [positions.get(index), positions.get(index + 1)];
  if (!reviewed?.judgment || !played || !before || !after) return null;
  const { judgment, why } = reviewed;
  return {
    index,
    side: moverAt(view.start_fen, index),
    move: `${numberAt(view.start_fen, index)} ${played.san}${GLYPHS[judgment]}`,
    judgment,
    fact: why?.fact ?? null,
    better: lineText(view.start_fen, index, before.line),
    before: before.value,
    after: after.value,
  };
}

/** The moments that mattered, in the order of the game. */
export function momentsOf(view: GameView, progress: Progress): KeyMoment[] {
  const moments = progress.report?.moments.map((index) => momentAt(view, progress, index)) ?? [];
  return moments.filter((moment) => moment !== null);
}
