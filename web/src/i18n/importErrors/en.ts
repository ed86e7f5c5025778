/** What is wrong in imported games and files, in English. */
import { resultText } from '../../game/status';
import type { FileErrorKind } from '../../wire/FileErrorKind';
import type { ImportErrorKind } from '../../wire/ImportErrorKind';
import type { Reason } from '../../wire/Reason';
import { kindText, type KindTexts } from '../kinds';
import { positionsEn } from '../positions/en';
import { numberText, sizeText } from '../units';

const number = (value: number): string => numberText('en', value);
const size = (bytes: number): string => sizeText('en', bytes);
const result = (text: string): string => resultText(text) || '*';
const endings: Partial<Record<Reason, string>> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  insufficient_material: 'a draw by insufficient material',
};

export const importErrorsEn: KindTexts<ImportErrorKind> = {
  no_game: 'There is no game here.',
  position: ({ error }) => kindText(positionsEn, error) ?? 'The position is not legal.',
  impossible_right: ({ error }) =>
    `In the FEN tag: ${kindText(positionsEn, error) ?? 'A right is not possible.'}`,
  malformed_tag: ({ text }) => `“${text}” is not a tag such as [White "Name"].`,
  unclosed_tag: ({ name }) => `The tag ${name} does not end with "].`,
  unescaped_quote: ({ name }) => `The tag ${name} has a quotation mark without a backslash.`,
  too_many_tags: ({ limit }) => `The game has more than ${number(limit)} tags.`,
  tag_too_long: ({ limit }) => `The tag is longer than ${size(limit)}.`,
  unknown_variant: ({ name }) =>
    `The variant is “${name}”; only chess and Chess960 can be imported.`,
  not_move: ({ text }) => `“${text}” is not a move such as Nf3, exd5 or O-O.`,
  illegal_move: ({ text }) => `${text} isn’t legal here.`,
  ambiguous_move: ({ text }) => `${text} is ambiguous: more than one piece can make this move.`,
  promotion_missing: ({ text }) =>
    `${text} does not say what the pawn promotes to, e.g. ${text}=Q.`,
  null_move_in_check: ({ text }) => `${text} is a null move, but the side to move is in check.`,
  drop: ({ text }) => `${text} drops a piece, as in crazyhouse.`,
  unclosed_comment: 'The comment that begins here has no closing brace }.',
  comment_too_long: ({ limit }) => `The comment is longer than ${size(limit)}.`,
  unclosed_variation: 'The variation that begins here has no closing parenthesis.',
  unopened_variation: 'This parenthesis closes a variation that was never opened.',
  variation_without_move: 'This variation does not follow a move.',
  empty_variation: 'The variation that begins here has no moves.',
  variation_too_deep: ({ limit }) => `The variations are nested more than ${number(limit)} deep.`,
  bad_nag: ({ text }) => `“${text}” is not a move annotation such as !? or $0 to $255.`,
  nag_without_move: ({ text }) => `${text} does not follow a move.`,
  result_in_variation: ({ result: text }) => `The result ${result(text)} is inside a variation.`,
  no_result: 'The game has no result at its end (1-0, 0-1, 1/2-1/2 or *).',
  results_differ: ({ tag, result: end }) =>
    `The game ends with ${result(end)}, but its Result tag says “${tag}”.`,
  result_contradicts_position: ({ result: text, ending }) =>
    `The result is ${result(text)}, but the final position is ${endings[ending] ?? 'the end of the game'}.`,
  unexpected: ({ text }) => `“${text}” was not expected here.`,
  too_many_plies: ({ limit }) => `The game has more than ${number(limit)} half-moves.`,
  game_too_long: ({ limit }) =>
    `The game is longer than ${size(limit)}; from here on, only its moves are imported.`,
  too_many_games: ({ limit }) => `The file has more than ${number(limit)} games.`,
  too_many_errors: ({ limit }) =>
    `The game has more than ${number(limit)} problems; the others are not listed.`,
  bad_entry: ({ reason }) => `This entry of the club file is not a game (${reason}).`,
  off_board: ({ row, column }) =>
    `Row ${row}, column ${column} is off the board; both go from 0 to 7.`,
  square_taken: ({ square }) => `Two pieces stand on ${square}.`,
  bad_date: ({ text }) => `“${text}” is not a date such as 2024/02/29.`,
  bad_move_number: ({ number: value }) =>
    `${value} is not a valid move number; half-moves are counted from 1 to 131070.`,
  duplicate_id: ({ id }) => `Another game in the file has the same id ${id}.`,
  bad_winner: ({ name }) => `“${name}” can’t have won: it is neither of the players.`,
  unplayable: ({ reason }) => `The moves and the result don’t make a game (${reason}).`,
};

export const fileErrorsEn: KindTexts<FileErrorKind> = {
  no_game: 'There is no game in it.',
  unreadable: ({ reason }) => `The file can’t be read or is damaged (${reason}).`,
  not_text: 'That is not a text file.',
  too_large: ({ limit }) => `The file is too large; unpacked, it may have up to ${size(limit)}.`,
  not_club_file: ({ reason }) => `That is not a club file (${reason}).`,
  game_too_large: 'One game in the club file is too large.',
};
