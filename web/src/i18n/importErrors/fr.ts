/** Ce qui ne va pas dans les parties et fichiers importés, en français. */
import { resultText } from '../../game/status';
import type { FileErrorKind } from '../../wire/FileErrorKind';
import type { ImportErrorKind } from '../../wire/ImportErrorKind';
import type { Reason } from '../../wire/Reason';
import { kindText, type KindTexts } from '../kinds';
import { positionsFr } from '../positions/fr';
import { numberText, sizeText } from '../units';

const number = (value: number): string => numberText('fr', value);
const size = (bytes: number): string => sizeText('fr', bytes);
const result = (text: string): string => resultText(text) || '*';
const endings: Partial<Record<Reason, string>> = {
  checkmate: 'un mat',
  stalemate: 'un pat',
  insufficient_material: 'nulle par manque de matériel',
};

export const importErrorsFr: KindTexts<ImportErrorKind> = {
  no_game: 'Il n’y a pas de partie ici.',
  position: ({ error }) => kindText(positionsFr, error) ?? 'La position n’est pas légale.',
  impossible_right: ({ error }) =>
    `Dans le tag FEN : ${kindText(positionsFr, error) ?? 'un droit est impossible.'}`,
  malformed_tag: ({ text }) => `« ${text} » n’est pas un tag comme [White "Nom"].`,
  unclosed_tag: ({ name }) => `Le tag ${name} ne se termine pas par "].`,
  unescaped_quote: ({ name }) =>
    `Le tag ${name} contient un guillemet sans barre oblique inverse devant.`,
  too_many_tags: ({ limit }) => `La partie a plus de ${number(limit)} tags.`,
  tag_too_long: ({ limit }) => `Le tag dépasse ${size(limit)}.`,
  unknown_variant: ({ name }) =>
    `La variante est « ${name} » ; seuls les échecs et le Chess960 sont importés.`,
  not_move: ({ text }) => `« ${text} » n’est pas un coup comme Nf3, exd5 ou O-O.`,
  illegal_move: ({ text }) => `${text} n’est pas un coup légal ici.`,
  ambiguous_move: ({ text }) => `${text} est ambigu : plusieurs pièces peuvent jouer ce coup.`,
  promotion_missing: ({ text }) =>
    `${text} n’indique pas la pièce de la promotion, par exemple ${text}=Q.`,
  null_move_in_check: ({ text }) => `${text} est un coup nul, mais le camp au trait est en échec.`,
  drop: ({ text }) => `${text} parachute une pièce, comme au crazyhouse.`,
  unclosed_comment: 'Il manque l’accolade } à la fin du commentaire qui commence ici.',
  comment_too_long: ({ limit }) => `Le commentaire dépasse ${size(limit)}.`,
  unclosed_variation: 'Il manque la parenthèse à la fin de la variante qui commence ici.',
  unopened_variation: 'Cette parenthèse ferme une variante qui n’a jamais commencé.',
  variation_without_move: 'Cette variante ne suit aucun coup.',
  empty_variation: 'La variante qui commence ici ne contient aucun coup.',
  variation_too_deep: ({ limit }) =>
    `Les variantes sont imbriquées sur plus de ${number(limit)} niveaux.`,
  bad_nag: ({ text }) => `« ${text} » n’est pas une annotation comme !? ou $0 à $255.`,
  nag_without_move: ({ text }) => `${text} ne suit aucun coup.`,
  result_in_variation: ({ result: text }) =>
    `Le résultat ${result(text)} se trouve dans une variante.`,
  no_result: 'Il manque le résultat à la fin de la partie (1-0, 0-1, 1/2-1/2 ou *).',
  results_differ: ({ tag, result: end }) =>
    `La partie se termine par ${result(end)}, mais le tag Result indique « ${tag} ».`,
  result_contradicts_position: ({ result: text, ending }) =>
    `Le résultat est ${result(text)}, mais la position finale est ${endings[ending] ?? 'la fin de la partie'}.`,
  unexpected: ({ text }) => `« ${text} » n’a rien à faire ici.`,
  too_many_plies: ({ limit }) => `La partie a plus de ${number(limit)} demi-coups.`,
  game_too_long: ({ limit }) =>
    `La partie dépasse ${size(limit)} ; à partir d’ici, seuls ses coups sont importés.`,
  too_many_games: ({ limit }) => `Le fichier a plus de ${number(limit)} parties.`,
  too_many_errors: ({ limit }) =>
    `La partie a plus de ${number(limit)} problèmes ; les autres ne sont pas affichés.`,
  bad_entry: ({ reason }) => `Cette entrée du fichier de club n’est pas une partie (${reason}).`,
  off_board: ({ row, column }) =>
    `La rangée ${row}, colonne ${column} est hors de l’échiquier ; elles vont de 0 à 7.`,
  square_taken: ({ square }) => `Il y a deux pièces en ${square}.`,
  bad_date: ({ text }) => `« ${text} » n’est pas une date comme 2024/02/29.`,
  bad_move_number: ({ number: value }) =>
    `${value} n’est pas un numéro de coup valable ; les demi-coups vont de 1 à 131070.`,
  duplicate_id: ({ id }) => `Une autre partie du fichier a le même identifiant ${id}.`,
  bad_winner: ({ name }) =>
    `« ${name} » ne peut pas avoir gagné : aucun des joueurs ne porte ce nom.`,
  unplayable: ({ reason }) => `Les coups et le résultat ne forment pas une partie (${reason}).`,
};

export const fileErrorsFr: KindTexts<FileErrorKind> = {
  no_game: 'Il n’y a pas de partie dedans.',
  unreadable: ({ reason }) => `Le fichier est illisible ou endommagé (${reason}).`,
  not_text: 'Ce n’est pas un fichier texte.',
  too_large: ({ limit }) =>
    `Le fichier est trop volumineux ; décompressé, il peut atteindre ${size(limit)}.`,
  not_club_file: ({ reason }) => `Ce n’est pas un fichier de club (${reason}).`,
  game_too_large: 'Une partie du fichier de club est trop volumineuse.',
};
