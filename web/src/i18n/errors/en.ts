/** The server's errors in English. */
import { sizeText } from '../units';
import type { ErrorTexts } from './texts';

const side = (color = ''): string => (color === 'white' ? 'White' : 'Black');
const tryAgain = 'Try again in a moment.';

export const errorsEn: ErrorTexts = {
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'That is not possible at this address.',
  foreign_host: (host) =>
    `“${host}” is not a name of this server. The person who runs it can add the name.`,
  foreign_origin: (origin) =>
    `Pages from “${origin}” may not use this server. The person who runs it can allow them.`,
  not_json: 'The request is not JSON.',
  too_large: (max) => `That is too large. The limit is ${sizeText('en', Number(max))}.`,
  too_slow: `The upload took too long. ${tryAgain}`,
  bad_body: 'The server could not read the request.',
  bad_query: 'The server could not read this address.',
  no_upgrade: 'This address is for live connections only.',
  local_only: 'Only programs on the same computer can do that.',
  too_many_requests: (seconds) =>
    `Too many requests. Try again in ${seconds === '1' ? 'a second' : `${seconds} seconds`}.`,
  quota_exceeded: 'You have stored as much as one person may for now. Try again later.',
  too_many_games: 'Too many of your games have not begun. Play or abort one of them first.',
  too_many_events: 'Too much has happened in this game. You can only play on or end it.',
  storage_full: 'The library of this server is full. Ask the person who runs it.',
  busy: `The server is busy. ${tryAgain}`,
  closing: 'The server is shutting down.',
  internal: 'Something went wrong on the server. It has been logged.',

  wrong_login: 'Wrong name or password.',
  wrong_password: 'Your current password is wrong.',
  admin_password: 'The admin’s password is set when the server is started.',
  login_needed: 'Log in to do that.',
  admin_only: 'Only the admin of this server can do that.',
  bad_password: (min, max, length) =>
    `A password has ${min} to ${max} characters; this one has ${length}.`,
  common_password: 'This password is easy to guess. Choose one that is neither common nor a name.',
  no_member: (name) => `There is no member “${name}”.`,
  name_taken: (name) => `The name “${name}” is already taken.`,
  name_reserved:
    'This name is reserved or belongs to a member. Log in to use yours, or choose another.',
  wrong_card: 'No valid card has this code. Check it, or ask your teacher for a new card.',
  organizer_only: 'Only organizers and the admin of this server can do that.',
  no_card: (name) => `${name} is an organizer; organizers log in with a password.`,
  bad_group: (max) => `The name of a group has 1 to ${max} characters.`,
  bad_member_rating: (min, max) => `A rating is a number from ${min} to ${max}.`,
  empty_roster: 'There are no names in this file.',
  binary_roster:
    'This is not a text file. In your spreadsheet program, save the list as CSV and choose that file.',
  no_name_column: (row) =>
    `No column of this file has names. Its first row should say, e.g., Name, Group, Rating; it says: ${row}`,
  too_many_rows: (max) => `This file has more than ${max} rows.`,
  bad_rows: 'Some rows have errors, so nothing was imported.',
  roster_changed:
    'The list of members has changed in the meantime, so nothing was imported. Choose the file again to see what would happen now.',

  bad_name: "A name has 1 to 32 characters: letters, digits, spaces and _.'-()",
  bad_chess960: (number) =>
    `There is no Chess960 position ${number}; they are numbered from 0 to 959.`,
  bad_fen: { quoting: (message) => `That isn’t a valid FEN: ${message}.` },
  bad_kings: (color, count) => `${side(color)} has ${count} kings; each side needs exactly one.`,
  bad_pawn: (square) => `There is a pawn on ${square}; pawns stand on ranks 2 to 7.`,
  bad_pieces: (color) => `${side(color)} has too many pieces.`,
  bad_check: 'This position can’t arise: the check is impossible.',
  bad_castling: (color, castling) =>
    `${side(color)} can’t castle ${castling === 'O-O' ? 'kingside' : 'queenside'}: the king or rook is not on its starting square.`,
  bad_en_passant: (square) => `En passant on ${square} is not possible.`,
  bad_time: 'That time control is not possible.',
  bad_terms: 'A game can’t be started with these options.',
  bad_seats: 'At least one player must be set when the game is created.',
  bad_move: 'That is not a possible move.',
  bad_import: { quoting: (message) => `That can’t be read: ${message}.` },

  no_study: 'There is no such study, or it is not shared.',
  bad_title: 'A study needs a name of 1 to 200 characters.',

  no_game: 'Game not found.',
  in_play: (id) => `Game ${id} is in progress. It can be deleted when it is over.`,
  damaged: 'The saved data of this game is damaged.',
  not_stored: 'That could not be saved, so nothing was changed.',
  unconfirmed: 'The server can’t tell whether that was saved. It will be sent again.',
  stale: 'The game has changed in the meantime. Check the position and try again.',
  wrong_secret: 'You are not a player in this game.',
  no_seat: 'You are not a player in this game.',
  not_followed: 'This page is not connected to that game.',
  bad_id: 'The server could not read the request.',
  id_reused: 'The server received another request under the same id.',
  bad_message: 'The server could not read the message.',

  over: 'The game is over.',
  waiting: 'Your opponent has not joined yet.',
  seat_taken: 'Somebody else has already joined.',
  not_your_turn: 'It’s your opponent’s turn.',
  illegal: 'That move is not legal.',
  still_in_check: 'You are in check, and this move does not stop it.',
  leaves_king_in_check: 'This move leaves your king in check.',
  king_into_check: 'Your king would be in check there.',
  cannot_castle: 'You can’t castle that way now.',
  not_allowed: 'Not allowed.',
  no_claim: 'There is no threefold repetition, and the 50-move rule does not apply.',
  opponent_present: 'Your opponent is connected.',
  opponent_may_return: 'Your opponent may still come back. Wait a little longer.',
  no_offer: 'No such offer.',
  already_offered: 'You have already offered that. Make a move first.',
  nothing_to_undo: 'There is no move to undo or redo.',
  begun: 'The game has begun and can no longer be aborted.',
  no_clock: 'This side has no clock.',
  out_of_time: 'Too late: your time was up.',
  time_left: 'There is still time on the clock.',
  not_over: 'The game is not over yet.',
  rematched: 'The rematch has already begun.',
  amount: 'You can give your opponent 1 second to 1 hour.',

  engines_busy: `Too many people are waiting for the computer. ${tryAgain}`,
  engine_thinking: 'The computer is already thinking about this game.',
  unknown_engine: 'This server has no such engine.',
  bad_rating: 'The computer does not play at this rating.',
  no_move: 'There is no legal move in this position.',
  engine_interrupted: 'The engine was interrupted. Please try again.',
  engine_failed: 'The engine crashed.',
};
