/** Descriptions of squares, moves and players. */
import type { Messages } from '../i18n/messages';
import { bySide, type Subject } from '../i18n/subject';
import type { GameView } from '../wire/GameView';
import type { Player } from '../wire/Player';
import type { NotatedMove } from '../wire/NotatedMove';
import type { Seat } from '../wire/Seat';
import type { Side } from '../wire/Side';
import type { Strength } from '../wire/Strength';
import type { Viewer } from '../wire/Viewer';
import { RATINGS } from '../settings/settings';
import { areColorNames } from './colorNames';
import { castlesShort, isCastling, squaresOf, type Placement } from './placement';

/** A square and its piece. */
export function describeSquare(messages: Messages, pieces: Placement, square: string): string {
  const piece = pieces.get(square);
  if (piece === undefined) return messages.squareEmpty(square);
  return messages.squarePiece(square, messages.piece(piece.color, piece.role));
}

/** A move in words; `before` is the position before it. */
export function describeMove(
  messages: Messages,
  before: Placement,
  { uci, san }: NotatedMove,
): string {
  const { from, to, promotion } = squaresOf(uci);
  const piece = before.get(from);
  if (piece === undefined) return san;
  const parts: string[] = [];
  if (piece.role === 'king' && isCastling(before, piece, from, to)) {
    parts.push(messages.castles(piece.color, castlesShort(from, to)));
  } else {
    const capturedSquare =
      piece.role === 'pawn' && san.includes('x') ? `${to.charAt(0)}${from.charAt(1)}` : to;
    const taken = before.get(to) ?? (san.includes('x') ? before.get(capturedSquare) : undefined);
    const takes = taken === undefined ? null : messages.pieceObject(taken.color, taken.role);
    parts.push(
      messages.moveDescription({ piece: messages.piece(piece.color, piece.role), from, to, takes }),
    );
  }
  if (promotion !== undefined) parts.push(messages.promotes(promotion));
  if (san.endsWith('#')) parts.push(messages.checkmate);
  if (san.endsWith('+')) parts.push(messages.check);
  return parts.join(', ');
}

/** The name of a player, or what is shown instead. The computer is named in the reader's language. */
export function seatName(messages: Messages, seat: Seat): string {
  if (seat.player.type === 'engine') return playerName(messages, seat.player);
  if (seat.name !== null && seat.name !== '') return seat.name;
  return playerName(messages, seat.player);
}

/** The name of a player of a game; nobody knows who played a game that came from a file without names. */
export function playerOf(
  messages: Messages,
  { seats, shared }: Pick<GameView, 'seats' | 'shared'>,
  side: Side,
): string {
  const { name, player } = seats[side];
  if (areColorNames(seats.white.name, seats.black.name)) return messages.side(side);
  const isUnknown = shared && player.type === 'person' && (name === null || name === '');
  return isUnknown ? messages.unknownPlayer : seatName(messages, seats[side]);
}

/** How a text refers to the player of a side. */
export function subjectOf(
  messages: Messages,
  { seats }: Pick<GameView, 'seats'>,
  side: Side,
  you: Viewer,
): Subject {
  const seat = seats[side];
  if (you === side) return { type: 'you' };
  // Games of unnamed players that were started from a position are saved under their colors.
  const isColorName = areColorNames(seats.white.name, seats.black.name);
  if (isColorName || seat.name === messages.side(side)) return bySide(side);
  const unnamed = seat.name === null || seat.name === '';
  if (unnamed && (seat.player.type === 'person' || seat.player.type === 'open')) {
    return bySide(side);
  }
  return { type: 'name', name: seatName(messages, seat) };
}

/** The name of a player who has not given one. */
export function playerName(messages: Messages, player: Player): string {
  switch (player.type) {
    case 'open':
      return messages.opponent;
    case 'person':
      return messages.player;
    case 'external':
      return player.name;
    case 'engine':
      return engineName(messages, player.strength);
  }
}

/** The name of the built-in engine at a strength. */
function engineName(messages: Messages, strength: Strength): string {
  switch (strength.type) {
    case 'rated':
      return `${character(messages, strength.rating)[0]} ${strength.rating}`;
    case 'full':
      return `${character(messages, RATINGS.full)[0]} ${messages.maximum}`;
    default:
      return messages.computerAt(messages[strength.type]);
  }
}

/** The name and description of the character for a rating: the nearest one at or below it. */
export function character(messages: Messages, rating: number): readonly [string, string] {
  const known = Object.keys(messages.characters).map(Number);
  const nearest = Math.max(RATINGS.min, ...known.filter((one) => one <= rating));
  return messages.characters[nearest] ?? [messages.computer, ''];
}
