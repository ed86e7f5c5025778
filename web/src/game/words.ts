/** Squares, moves and players in words. */
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
import { castlesShort, isCastling, squaresOf, type Placement } from './placement';

/** A square and what stands there. */
export function squareWords(words: Messages, pieces: Placement, square: string): string {
  const piece = pieces.get(square);
  if (piece === undefined) return words.squareEmpty(square);
  return words.squarePiece(square, words.piece(piece.color, piece.role));
}

/** A move as somebody would say it; the position is the one before it. */
export function moveWords(words: Messages, before: Placement, { uci, san }: NotatedMove): string {
  const { from, to, promotion } = squaresOf(uci);
  const piece = before.get(from);
  if (piece === undefined) return san;
  const parts: string[] = [];
  if (piece.role === 'king' && isCastling(before, piece, from, to)) {
    parts.push(words.castles(piece.color, castlesShort(from, to)));
  } else {
    const passing =
      piece.role === 'pawn' && san.includes('x') ? `${to.charAt(0)}${from.charAt(1)}` : to;
    const taken = before.get(to) ?? (san.includes('x') ? before.get(passing) : undefined);
    const takes = taken === undefined ? null : words.piece(taken.color, taken.role);
    parts.push(words.moveWords({ piece: words.piece(piece.color, piece.role), from, to, takes }));
  }
  if (promotion !== undefined) parts.push(words.promotes(promotion));
  if (san.endsWith('#')) parts.push(words.checkmate);
  if (san.endsWith('+')) parts.push(words.check);
  return parts.join(', ');
}

/** The name of a player, or what is shown instead. */
export function seatName(words: Messages, seat: Seat): string {
  if (seat.name !== null && seat.name !== '') return seat.name;
  return playerName(words, seat.player);
}

/** How sentences refer to the player of a side. */
export function subjectOf(
  words: Messages,
  { seats }: Pick<GameView, 'seats'>,
  side: Side,
  you: Viewer,
): Subject {
  const seat = seats[side];
  if (you === side) return { type: 'you' };
  // Games of unnamed players that were started from a position are saved under their colors.
  if (seat.name === words.side(side)) return bySide(side);
  const unnamed = seat.name === null || seat.name === '';
  if (unnamed && (seat.player.type === 'person' || seat.player.type === 'open')) {
    return bySide(side);
  }
  return { type: 'name', name: seatName(words, seat) };
}

/** What a player is called who has no name. */
export function playerName(words: Messages, player: Player): string {
  switch (player.type) {
    case 'open':
      return words.opponent;
    case 'person':
      return words.player;
    case 'external':
      return player.name;
    case 'engine':
      return engineName(words, player.strength);
  }
}

/** The name of the built-in engine at a strength. */
function engineName(words: Messages, strength: Strength): string {
  switch (strength.type) {
    case 'rated':
      return `${character(words, strength.rating)[0]} ${strength.rating}`;
    case 'full':
      return `${character(words, RATINGS.full)[0]} ${words.maximum}`;
    default:
      return words.computerAt(words[strength.type]);
  }
}

/** The name and nature of the character for a rating: the nearest one at or below it. */
export function character(words: Messages, rating: number): readonly [string, string] {
  const known = Object.keys(words.characters).map(Number);
  const nearest = Math.max(RATINGS.least, ...known.filter((one) => one <= rating));
  return words.characters[nearest] ?? [words.computer, ''];
}
