/** Squares and moves in words, for those who listen. */
import type { Messages } from '../i18n/messages';
import type { GameView } from '../wire/GameView';
import type { Player } from '../wire/Player';
import type { PlayedMove } from '../wire/PlayedMove';
import type { Seat } from '../wire/Seat';
import type { Side } from '../wire/Side';
import type { Strength } from '../wire/Strength';
import { RATINGS } from '../settings/settings';
import { castlesShort, isCastling, squaresOf, type Placement } from './placement';

/** A square and what stands there. */
export function squareWords(words: Messages, pieces: Placement, square: string): string {
  const piece = pieces.get(square);
  if (piece === undefined) return words.squareEmpty(square);
  return words.squarePiece(square, words.piece(piece.color, piece.role));
}

/** A move as somebody would say it; the position is the one before it. */
export function moveWords(words: Messages, before: Placement, { uci, san }: PlayedMove): string {
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
  if (promotion !== undefined) parts.push(words.becomes(promotion));
  if (san.endsWith('#')) parts.push(words.checkmate);
  if (san.endsWith('+')) parts.push(words.check);
  return parts.join(', ');
}

/** What to call whoever sits on a seat. */
export function seatName(words: Messages, seat: Seat): string {
  if (seat.name !== null && seat.name !== '') return seat.name;
  return playerName(words, seat.player);
}

/** The name of whoever plays a side; the side itself where nobody has given a name. */
export function personName(words: Messages, view: Pick<GameView, 'seats'>, side: Side): string {
  return view.seats[side].name || words.side(side);
}

/** What a player is called who has no name. */
export function playerName(words: Messages, player: Player): string {
  switch (player.type) {
    case 'open':
      return words.openSeat;
    case 'person':
      return words.player;
    case 'external':
      return player.name;
    case 'engine':
      return engineName(words, player.strength);
  }
}

/** What our engine is called at a strength. */
function engineName(words: Messages, strength: Strength): string {
  switch (strength.type) {
    case 'rated':
      return `${character(words, strength.rating)[0]} ${strength.rating}`;
    case 'full':
      return `${character(words, RATINGS.full)[0]} ${words.maximum}`;
    default:
      return `${words.computer} ${words[strength.type]}`;
  }
}

/** The name and the nature of a rating: those of the nearest character below it. */
export function character(words: Messages, rating: number): readonly [string, string] {
  const known = Object.keys(words.characters).map(Number);
  const nearest = Math.max(RATINGS.least, ...known.filter((one) => one <= rating));
  return words.characters[nearest] ?? [words.computer, ''];
}
