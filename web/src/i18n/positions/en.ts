/** What is wrong with positions, in English. */
import type { FenErrorKind } from '../../wire/FenErrorKind';
import type { Side } from '../../wire/Side';
import type { KindTexts } from '../kinds';

const side = (color: Side): string => (color === 'white' ? 'White' : 'Black');

export const positionsEn = {
  no_board: 'The FEN is empty.',
  no_turn: 'The FEN does not say whose turn it is: after the board comes w or b.',
  too_many_ranks: 'The board in the FEN has more than 8 ranks.',
  too_few_ranks: 'The board in the FEN has fewer than 8 ranks.',
  long_rank: 'A rank in the FEN has more than 8 squares.',
  short_rank: 'A rank in the FEN has fewer than 8 squares.',
  two_digits: 'The FEN has two digits in a row; add them up.',
  unknown_piece: ({ text }) => `“${text}” has a letter or sign that is not a piece.`,
  bad_turn: ({ text }) => `The side to move is w or b, not “${text}”.`,
  bad_castling_field: ({ text }) =>
    `“${text}” is not valid for castling; write - or letters such as KQkq.`,
  bad_en_passant_field: ({ text }) =>
    `“${text}” is not valid for en passant; write - or a square such as e3.`,
  bad_counter: ({ text }) => `“${text}” is not a valid move count; it goes from 0 to 65535.`,
  too_long: ({ text }) => `The FEN goes on after its last field: “${text}”.`,
  kings: ({ color, count }) =>
    `${side(color)} has ${count === 0 ? 'no king' : `${count} kings`}; each side needs exactly one.`,
  pawn_on_back_rank: ({ square }) => `There is a pawn on ${square}; pawns stand on ranks 2 to 7.`,
  too_many_pieces: ({ color }) => `${side(color)} has too many pieces.`,
  opponent_in_check: ({ color }) =>
    `${side(color)} is in check, but it is ${side(color === 'white' ? 'black' : 'white')}’s turn.`,
  too_many_checkers: ({ count }) => `${count} pieces give check at once; at most two can.`,
  castling_right: ({ color, kingside }) =>
    `${side(color)} can’t castle ${kingside ? 'kingside' : 'queenside'}: the king or rook is not on its starting square.`,
  en_passant: ({ square }) => `En passant on ${square} is not possible.`,
} satisfies KindTexts<FenErrorKind>;
