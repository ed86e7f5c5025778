/** Ce qui ne va pas dans une position, en français. */
import type { FenErrorKind } from '../../wire/FenErrorKind';
import type { Side } from '../../wire/Side';
import type { KindTexts } from '../kinds';

const side = (color: Side): string => (color === 'white' ? 'Les Blancs' : 'Les Noirs');

export const positionsFr = {
  no_board: 'La FEN est vide.',
  no_turn: 'La FEN ne dit pas à qui est le trait : il faut w ou b après l’échiquier.',
  too_many_ranks: 'L’échiquier de la FEN a plus de 8 rangées.',
  too_few_ranks: 'L’échiquier de la FEN a moins de 8 rangées.',
  long_rank: 'Une rangée de la FEN a plus de 8 cases.',
  short_rank: 'Une rangée de la FEN a moins de 8 cases.',
  two_digits: 'La FEN contient deux chiffres à la suite ; additionnez-les.',
  unknown_piece: ({ text }) => `« ${text} » contient un caractère qui n’est pas une pièce.`,
  bad_turn: ({ text }) => `Le trait s’indique par w (Blancs) ou b (Noirs), et non par « ${text} ».`,
  bad_castling_field: ({ text }) =>
    `« ${text} » n’est pas valable pour le roque ; écrivez - ou des lettres comme KQkq.`,
  bad_en_passant_field: ({ text }) =>
    `« ${text} » n’est pas valable pour la prise en passant ; écrivez - ou une case comme e3.`,
  bad_counter: ({ text }) =>
    `« ${text} » n’est pas un compteur de coups valable ; il va de 0 à 65535.`,
  too_long: ({ text }) => `La FEN continue après son dernier champ : « ${text} ».`,
  kings: ({ color, count }) =>
    `${side(color)} ${count === 0 ? 'n’ont pas de roi' : `ont ${count} rois`} ; il en faut un par camp.`,
  pawn_on_back_rank: ({ square }) =>
    `Il y a un pion en ${square} ; les pions ne peuvent se trouver que sur les rangées 2 à 7.`,
  too_many_pieces: ({ color }) => `${side(color)} ont trop de pièces.`,
  opponent_in_check: ({ color }) =>
    `${side(color)} sont en échec, mais le trait est aux ${color === 'white' ? 'Noirs' : 'Blancs'}.`,
  too_many_checkers: ({ count }) =>
    `${count} pièces donnent échec à la fois ; il ne peut y en avoir que deux.`,
  castling_right: ({ color, kingside }) =>
    `${side(color)} ne peuvent pas faire le ${kingside ? 'petit' : 'grand'} roque : le roi ou la tour n’est pas sur sa case de départ.`,
  en_passant: ({ square }) => `La prise en passant en ${square} est impossible.`,
} satisfies KindTexts<FenErrorKind>;
