/**
 * Lines of opening theory as the positions that they pass through. The source has moves in SAN and
 * the position that they end in; no rules are needed between the two: of all men that could reach a
 * square, those are right that lead to that end.
 */
import {
  afterMove,
  boardField,
  FILES,
  opposite,
  placementOf,
  roleOf,
  type Man,
  type Placement,
} from '../src/game/placement';
import type { Side } from '../src/wire/Side';

/** A position on the way of lines, and what was found to follow it. */
export interface Step {
  readonly men: Placement;
  readonly turn: Side;
  /** The men as FEN writes them. */
  readonly board: string;
  /** The positions that a move in SAN may lead to, as far as they were asked for. */
  readonly next: Map<string, readonly Step[]>;
}

/** The ordinary start. Lines that begin alike share the steps that grow from it. */
export function firstStep(): Step {
  return step(placementOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'), 'white');
}

/** The moves of `1. e4 e5 2. Nf3`, without their numbers. */
export function sansOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && !/^\d+\.+$/.test(word));
}

/** The steps after each of the moves; none when they do not lead to the men of `end`. */
export function stepsOf(from: Step, sans: readonly string[], end: string): Step[] | null {
  const [san, ...later] = sans;
  if (san === undefined) return from.board === end ? [] : null;
  for (const next of followers(from, san)) {
    const rest = stepsOf(next, later, end);
    if (rest !== null) return [next, ...rest];
  }
  return null;
}

function step(men: Placement, turn: Side): Step {
  return { men, turn, board: boardField(men), next: new Map() };
}

function followers(from: Step, san: string): readonly Step[] {
  const known = from.next.get(san);
  if (known !== undefined) return known;
  const found = candidates(from.men, from.turn, san).map((uci) =>
    step(afterMove(from.men, uci), opposite(from.turn)),
  );
  from.next.set(san, found);
  return found;
}

/** What a move in SAN may mean, when nobody asks for pins. */
function candidates(men: Placement, turn: Side, san: string): string[] {
  const rank = turn === 'white' ? '1' : '8';
  if (san.startsWith('O-O-O')) return [`e${rank}c${rank}`];
  if (san.startsWith('O-O')) return [`e${rank}g${rank}`];
  const read = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])[+#]?$/.exec(san);
  if (read === null) return [];
  const [, letter = '', hint = '', takes = '', to = ''] = read;
  const man: Man = { color: turn, role: roleOf(letter) ?? 'pawn' };
  const isMeant = ([square, other]: [string, Man]): boolean =>
    other.color === man.color &&
    other.role === man.role &&
    [...hint].every((character) => square.includes(character)) &&
    reaches(men, man, square, to, takes === 'x');
  return [...men].filter(isMeant).map(([square]) => `${square}${to}`);
}

function reaches(men: Placement, man: Man, from: string, to: string, takes: boolean): boolean {
  const [across, up] = [fileOf(to) - fileOf(from), Number(to[1]) - Number(from[1])];
  const [width, height] = [Math.abs(across), Math.abs(up)];
  switch (man.role) {
    case 'pawn': {
      const ahead = man.color === 'white' ? up : -up;
      if (takes) return width === 1 && ahead === 1;
      return width === 0 && (ahead === 1 || ahead === 2) && isOpen(men, from, across, up);
    }
    case 'knight':
      return width * height === 2;
    case 'king':
      return Math.max(width, height) === 1;
    case 'bishop':
      return width === height && isOpen(men, from, across, up);
    case 'rook':
      return width * height === 0 && isOpen(men, from, across, up);
    case 'queen':
      return (width === height || width * height === 0) && isOpen(men, from, across, up);
  }
}

/** Whether nobody stands between a square and the one so far from it, on a straight way. */
function isOpen(men: Placement, from: string, across: number, up: number): boolean {
  const steps = Math.max(Math.abs(across), Math.abs(up));
  for (let step = 1; step < steps; step += 1) {
    const file = FILES.charAt(fileOf(from) + (across / steps) * step);
    if (men.has(`${file}${Number(from[1]) + (up / steps) * step}`)) return false;
  }
  return true;
}

function fileOf(square: string): number {
  return FILES.indexOf(square.charAt(0));
}
