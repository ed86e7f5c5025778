/** The server's errors in English. */
import { positionsEn } from '../positions/en';
import { sizeText } from '../units';
import { colorOf, type ErrorTexts } from './texts';

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
  too_many_games: 'Too many of your games have not begun. Play, cancel or abort one of them first.',
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
  bad_fen: 'That isn’t a valid FEN.',
  bad_kings: (color, count) =>
    positionsEn.kings({ type: 'kings', color: colorOf(color), count: Number(count) }),
  bad_pawn: (square = '') => positionsEn.pawn_on_back_rank({ type: 'pawn_on_back_rank', square }),
  bad_pieces: (color) =>
    positionsEn.too_many_pieces({ type: 'too_many_pieces', color: colorOf(color) }),
  bad_check: 'This position can’t arise: the check is impossible.',
  bad_castling: (color, castling) =>
    positionsEn.castling_right({
      type: 'castling_right',
      color: colorOf(color),
      kingside: castling === 'O-O',
    }),
  bad_en_passant: (square = '') => positionsEn.en_passant({ type: 'en_passant', square }),
  bad_time: 'That time control is not possible.',
  bad_terms: 'A game can’t be started with these options.',
  bad_seats: 'At least one player must be set when the game is created.',
  bad_move: 'That is not a possible move.',
  bad_import: 'That can’t be read.',

  no_study: 'There is no such study, or it is not shared.',
  bad_title: 'A study needs a name of 1 to 200 characters.',

  no_game: 'Game not found.',
  in_play: (id) => `Game ${id} is in progress. It can be deleted when it is over.`,
  damaged: 'The saved data of this game is damaged.',
  not_stored: 'That could not be saved, so nothing was changed.',
  not_read: 'The server could not read that. Try again in a moment.',
  unconfirmed: 'The server can’t tell whether that was saved. It will be sent again.',
  stale: 'The game has changed in the meantime. Check the position and try again.',
  wrong_secret: 'You are not a player in this game.',
  no_seat: 'You are not a player in this game.',
  not_followed: 'This page is not connected to that game.',
  bad_id: 'The server could not read the request.',
  id_reused: 'The server received another request under the same id.',
  bad_message: 'The server could not read the message.',

  over: 'The game is over.',
  adjourned: 'The game is adjourned.',
  locked: 'Your group may not use this right now. An organizer can change that.',
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
  already_offered: 'You have already offered that. You can offer again after your next move.',
  nothing_to_undo: 'There is no move to undo or redo.',
  begun: 'The game has begun and can no longer be aborted.',
  no_clock: 'This side has no clock.',
  out_of_time: 'Too late: your time was up.',
  time_left: 'There is still time on the clock.',
  not_over: 'The game is not over yet.',
  rematched: 'The rematch has already begun.',
  amount: 'You can give your opponent 1 second to 1 hour.',

  no_demonstration: 'Demonstration board not found.',
  too_many_demonstrations: (most) =>
    `At most ${most} demonstration boards can be open. End one of them first.`,
  not_presenter: (name) =>
    name === '' ? 'The trainer has the board.' : `${name} has the board right now.`,
  not_following: (name) => `${name} does not follow the board right now.`,
  demonstration_changed:
    'The board was just changed on another device. You see the latest state now.',
  too_many_shapes: (most) => `At most ${most} arrows and colored squares fit on a position.`,
  no_simul: 'Simul not found.',
  too_many_simuls: (most) => `At most ${most} simuls can be played at once.`,
  bad_opponents: (most) =>
    `Choose 1 to ${most} opponents, each of them once, and not the exhibitor.`,
  simul_begun: 'Moves were made already, so the simul can’t be called off any more.',

  no_competition: 'Competition not found.',
  not_your_game: (round, board) =>
    `Only the two players of round ${round}, board ${board} can do that.`,
  competition_finished: 'The competition is over.',
  competition_not_finished: 'The competition is not over.',
  bad_rounds: (rounds) => `${rounds} rounds are not possible; plan 1 to 200.`,
  bad_points: 'A win must be worth more than a loss, a draw something between, and 10 at most.',
  bad_acceleration: 'Accelerated pairings need a draw to be worth half a win, and a loss nothing.',
  bad_keizer: 'A value of the Keizer ladder is too large.',
  bad_tie_breaks: 'These tie-breaks are not possible; each can be chosen once, and 20 at most.',
  format_fixed: 'The format can’t be changed after the first pairing.',
  rounds_paired: (count) => `${count} rounds are already paired; plan at least as many.`,
  no_entrant: (number) => `There is no player ${number} in this competition.`,
  competition_full: (max) => `A competition has at most ${max} players.`,
  entry_closed: 'Nobody can enter this competition after the first pairing.',
  already_withdrawn: (name) => `${name} has already withdrawn.`,
  not_withdrawn: (name) => `${name} has not withdrawn.`,
  no_round: (round) => `There is no round ${round}.`,
  round_paired: (round) => `Round ${round} is already paired.`,
  bad_absence: 'This format has no absences of this kind.',
  no_half_point_bye_left: (max) => `All half-point byes are used up; each player has ${max}.`,
  no_absence: (name, round) => `No absence of ${name} in round ${round} was announced.`,
  results_missing: (round, count) =>
    `Round ${round}: ${count === '1' ? '1 result is' : `${count} results are`} missing.`,
  match_tied: (round, board) =>
    `The match of round ${round}, board ${board} is tied. Who advances?`,
  not_tied: (round, board) => `The match of round ${round}, board ${board} is not tied.`,
  all_rounds_paired: (count) => `All ${count} rounds are paired.`,
  too_few_players: (count) =>
    `There ${count === '1' ? 'is 1 player' : `are ${count} players`}; a round needs two.`,
  too_many_players: (count) => `${count} players are too many for this format.`,
  no_legal_pairing: (round) =>
    `No pairing of round ${round} is possible without players meeting again. Pair it by hand, or finish the competition.`,
  left_out: (name) => `${name} has no place in the pairing.`,
  paired_twice: (name) => `${name} is in the pairing twice.`,
  away: (name, round) => `${name} is not there in round ${round}.`,
  nothing_paired: 'No rounds paired yet.',
  round_has_results: (round) => `Round ${round} already has results. Remove them first.`,
  round_started: (round) => `Round ${round} has already started.`,
  same_player: 'Choose two different players.',
  not_paired: (name, round) => `${name} does not play in round ${round}.`,
  met_before: (name, other) => `${name} and ${other} have already met.`,
  forbidden_pair: (one, other) => `${one} and ${other} may not meet.`,
  too_many_forbidden_pairs: (most) => `No more than ${most} forbidden pairings.`,
  has_had_bye: (name) => `${name} has already had a bye or a win without a game.`,
  fixed_opponents: 'In this format it is fixed who meets whom; only colors can be exchanged.',
  no_board: (round, board) => `There is no board ${board} in round ${round}.`,
  result_known: (round, board) =>
    `Round ${round}, board ${board} already has a result. Ask an organizer to change it.`,
  no_result: (round, board) => `Round ${round}, board ${board} has no result.`,
  organizers_result:
    'Players report wins, draws and losses; everything else is up to the organizer.',
  changes_bracket: (round, board) =>
    `That would change who advances from round ${round}, board ${board}, but the next round has started.`,
  game_taken: 'This game belongs to another board.',
  cannot_undo: 'That can no longer be undone.',

  not_here: (name) => `${name} is not here right now.`,
  in_game: (name) => `${name} is playing a game right now.`,
  no_challenge: 'This challenge is no longer open.',
  no_seek: 'This game is no longer open.',
  not_eligible: 'This game is for players with a different rating.',
  lobby_full: 'You have too many open challenges or games. Cancel one of them first.',
  bad_pairs: (max) => `Choose between 1 and ${max} pairs at once.`,

  engines_busy: `Too many people are waiting for the computer. ${tryAgain}`,
  engine_thinking: 'The computer is already thinking about this game.',
  unknown_engine: 'This server has no such engine.',
  bad_rating: 'The computer does not play at this rating.',
  no_move: 'There is no legal move in this position.',
  engine_interrupted: 'The engine was interrupted. Please try again.',
  engine_failed: 'The engine crashed.',
};
