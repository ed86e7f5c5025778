/** Was an Stellungen nicht stimmt, auf Deutsch. */
import type { FenErrorKind } from '../../wire/FenErrorKind';
import type { Side } from '../../wire/Side';
import type { KindTexts } from '../kinds';

const side = (color: Side): string => (color === 'white' ? 'Weiß' : 'Schwarz');

export const positionsDe = {
  no_board: 'Die FEN ist leer.',
  no_turn: 'In der FEN steht nicht, wer am Zug ist: Auf das Brett folgt w oder b.',
  too_many_ranks: 'Das Brett in der FEN hat mehr als 8 Reihen.',
  too_few_ranks: 'Das Brett in der FEN hat weniger als 8 Reihen.',
  long_rank: 'Eine Reihe in der FEN hat mehr als 8 Felder.',
  short_rank: 'Eine Reihe in der FEN hat weniger als 8 Felder.',
  two_digits: 'In der FEN stehen zwei Ziffern hintereinander; zähle sie zusammen.',
  unknown_piece: ({ text }) => `„${text}“ enthält ein Zeichen, das keine Figur ist.`,
  bad_turn: ({ text }) => `Am Zug ist w (Weiß) oder b (Schwarz), nicht „${text}“.`,
  bad_castling_field: ({ text }) =>
    `„${text}“ ist keine Angabe zur Rochade; möglich sind - oder Buchstaben wie KQkq.`,
  bad_en_passant_field: ({ text }) =>
    `„${text}“ ist keine Angabe zum Schlagen en passant; möglich sind - oder ein Feld wie e3.`,
  bad_counter: ({ text }) => `„${text}“ ist kein gültiger Zugzähler; er geht von 0 bis 65535.`,
  too_long: ({ text }) => `Nach dem letzten Feld der FEN steht noch etwas: „${text}“.`,
  kings: ({ color, count }) =>
    `${side(color)} hat ${count === 0 ? 'keinen König' : `${count} Könige`}; jede Seite braucht genau einen.`,
  pawn_on_back_rank: ({ square }) =>
    `Auf ${square} steht ein Bauer; Bauern stehen auf den Reihen 2 bis 7.`,
  too_many_pieces: ({ color }) => `${side(color)} hat zu viele Figuren.`,
  opponent_in_check: ({ color }) =>
    `${side(color)} steht im Schach, aber ${side(color === 'white' ? 'black' : 'white')} ist am Zug.`,
  too_many_checkers: ({ count }) =>
    `${count} Figuren geben gleichzeitig Schach; mehr als ein Doppelschach gibt es nicht.`,
  castling_right: ({ color, kingside }) =>
    `${side(color)} kann nicht ${kingside ? 'kurz' : 'lang'} rochieren: König oder Turm steht nicht auf dem Ausgangsfeld.`,
  en_passant: ({ square }) => `En passant auf ${square} ist nicht möglich.`,
} satisfies KindTexts<FenErrorKind>;
