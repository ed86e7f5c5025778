/** Was an importierten Partien und Dateien nicht stimmt, auf Deutsch. */
import { resultText } from '../../game/status';
import type { FileErrorKind } from '../../wire/FileErrorKind';
import type { ImportErrorKind } from '../../wire/ImportErrorKind';
import type { Reason } from '../../wire/Reason';
import { kindText, type KindTexts } from '../kinds';
import { positionsDe } from '../positions/de';
import { numberText, sizeText } from '../units';

const number = (value: number): string => numberText('de', value);
const size = (bytes: number): string => sizeText('de', bytes);
const result = (text: string): string => resultText(text) || '*';
const endings: Partial<Record<Reason, string>> = {
  checkmate: 'matt',
  stalemate: 'patt',
  insufficient_material: 'remis, weil das Material nicht zum Matt reicht',
};

export const importErrorsDe: KindTexts<ImportErrorKind> = {
  no_game: 'Hier ist keine Partie.',
  position: ({ error }) => kindText(positionsDe, error) ?? 'Die Stellung ist nicht regelgerecht.',
  impossible_right: ({ error }) =>
    `Im FEN-Tag: ${kindText(positionsDe, error) ?? 'Ein Recht ist nicht möglich.'}`,
  malformed_tag: ({ text }) => `„${text}“ ist kein Tag wie [White "Name"].`,
  unclosed_tag: ({ name }) => `Der Tag ${name} endet nicht mit "].`,
  unescaped_quote: ({ name }) =>
    `Der Tag ${name} enthält ein Anführungszeichen ohne Rückstrich davor.`,
  too_many_tags: ({ limit }) => `Die Partie hat mehr als ${number(limit)} Tags.`,
  tag_too_long: ({ limit }) => `Der Tag ist länger als ${size(limit)}.`,
  unknown_variant: ({ name }) =>
    `Die Variante ist „${name}“; importiert werden nur Schach und Chess960.`,
  not_move: ({ text }) => `„${text}“ ist kein Zug wie Nf3, exd5 oder O-O.`,
  illegal_move: ({ text }) => `${text} ist hier nicht möglich.`,
  ambiguous_move: ({ text }) =>
    `${text} ist mehrdeutig: Mehr als eine Figur kann diesen Zug machen.`,
  promotion_missing: ({ text }) =>
    `Bei ${text} fehlt, in welche Figur der Bauer umgewandelt wird, z. B. ${text}=Q.`,
  null_move_in_check: ({ text }) =>
    `${text} ist ein Nullzug, aber die Seite am Zug steht im Schach.`,
  drop: ({ text }) => `${text} setzt eine Figur ein, wie im Einsetzschach.`,
  unclosed_comment: 'Dem Kommentar, der hier beginnt, fehlt die schließende Klammer }.',
  comment_too_long: ({ limit }) => `Der Kommentar ist länger als ${size(limit)}.`,
  unclosed_variation: 'Der Variante, die hier beginnt, fehlt die schließende Klammer.',
  unopened_variation: 'Diese Klammer schließt eine Variante, die nie begonnen hat.',
  variation_without_move: 'Vor dieser Variante steht kein Zug.',
  empty_variation: 'Die Variante, die hier beginnt, enthält keinen Zug.',
  variation_too_deep: ({ limit }) =>
    `Die Varianten sind tiefer als ${number(limit)} Ebenen verschachtelt.`,
  bad_nag: ({ text }) => `„${text}“ ist keine Zugbewertung wie !? oder $0 bis $255.`,
  nag_without_move: ({ text }) => `Vor ${text} steht kein Zug.`,
  result_in_variation: ({ result: text }) =>
    `Das Ergebnis ${result(text)} steht in einer Variante.`,
  no_result: 'Am Ende der Partie fehlt das Ergebnis (1-0, 0-1, 1/2-1/2 oder *).',
  results_differ: ({ tag, result: end }) =>
    `Die Partie endet mit ${result(end)}, im Tag Result steht aber „${tag}“.`,
  result_contradicts_position: ({ result: text, ending }) =>
    `Das Ergebnis ist ${result(text)}, aber die Schlussstellung ist ${endings[ending] ?? 'das Ende der Partie'}.`,
  unexpected: ({ text }) => `„${text}“ gehört nicht hierher.`,
  too_many_plies: ({ limit }) => `Die Partie hat mehr als ${number(limit)} Halbzüge.`,
  game_too_long: ({ limit }) =>
    `Die Partie ist länger als ${size(limit)}; ab hier werden nur noch ihre Züge importiert.`,
  too_many_games: ({ limit }) => `Die Datei hat mehr als ${number(limit)} Partien.`,
  too_many_errors: ({ limit }) =>
    `Die Partie hat mehr als ${number(limit)} Fehler; weitere sind nicht aufgeführt.`,
  bad_entry: ({ reason }) => `Dieser Eintrag der Vereinsdatei ist keine Partie (${reason}).`,
  off_board: ({ row, column }) =>
    `Reihe ${row}, Spalte ${column} liegt außerhalb des Bretts; beide gehen von 0 bis 7.`,
  square_taken: ({ square }) => `Auf ${square} stehen zwei Figuren.`,
  bad_date: ({ text }) => `„${text}“ ist kein Datum wie 2024/02/29.`,
  bad_move_number: ({ number: value }) =>
    `${value} ist keine gültige Zugnummer; Halbzüge zählen von 1 bis 131070.`,
  duplicate_id: ({ id }) => `Eine andere Partie der Datei hat dieselbe Kennung ${id}.`,
  bad_winner: ({ name }) => `„${name}“ kann nicht gewonnen haben: So heißt keiner der Spieler.`,
  unplayable: ({ reason }) => `Züge und Ergebnis ergeben keine Partie (${reason}).`,
};

export const fileErrorsDe: KindTexts<FileErrorKind> = {
  no_game: 'Darin ist keine Partie.',
  unreadable: ({ reason }) => `Die Datei ist nicht lesbar oder beschädigt (${reason}).`,
  not_text: 'Das ist keine Textdatei.',
  too_large: ({ limit }) =>
    `Die Datei ist zu groß; entpackt darf sie höchstens ${size(limit)} haben.`,
  not_club_file: ({ reason }) => `Das ist keine Vereinsdatei (${reason}).`,
  game_too_large: 'Eine Partie der Vereinsdatei ist zu groß.',
};
