/** Les textes des importations et des parties importées en français. */
import type { ImportMessages } from './en';
import { numberText } from '../units';

const number = (value: number): string => numberText('fr', value);
const games = (count: number): string => (count === 1 ? '1 partie' : `${number(count)} parties`);
/** Un verbe avec son participe, pour une partie ou plusieurs. */
const have = (count: number, participle: string): string =>
  count === 1 ? `a été ${participle}` : `ont été ${participle}s`;

export const importsFr: ImportMessages = {
  paste: 'Collez du PGN, un fichier de club ou une FEN',
  kinds:
    'Ou choisissez des fichiers, ou déposez-les ici : PGN (aussi en .gz, .zst ou .zip), fichiers de club, FEN.',
  chooseFiles: 'Choisir des fichiers',
  pasted: 'Texte collé',
  importing: 'Importation en cours…',
  waiting: 'En attente',
  sending: 'Envoi en cours…',
  progress: (percent, count) => `${percent} % · ${games(count)} jusqu’ici`,
  cancel: 'Annuler l’importation',
  reallyCancel: 'Annuler l’importation ? Les parties déjà importées sont conservées.',
  keepImporting: 'Continuer l’importation',
  leftPage: 'Importation annulée. Les parties déjà importées sont conservées.',

  added: (count) => `${games(count)} ${have(count, 'importée')}.`,
  duplicates: (count) =>
    `${games(count)} ${count === 1 ? 'était' : 'étaient'} déjà dans la bibliothèque.`,
  restored: (count) =>
    `${games(count)} ${count === 1 ? 'supprimée' : 'supprimées'} auparavant ${have(count, 'restaurée')}.`,
  unreadable: (count) =>
    `${games(count)} ${count === 1 ? 'n’a pas pu être lue' : 'n’ont pas pu être lues'}.`,
  canceled: (count) =>
    `Importation annulée après ${games(count)}. ` +
    'Importez de nouveau le même fichier pour continuer ; les parties déjà présentes sont ignorées.',
  stopped: (name, reason) => `${name} : ${reason}`,
  another: 'En importer d’autres',
  again:
    'Importez de nouveau le même fichier pour continuer ; les parties déjà présentes sont ignorées.',
  errors: (count) => (count === 1 ? '1 problème trouvé :' : `${number(count)} problèmes trouvés :`),
  place: (game, line, column) =>
    `${[
      `Partie ${number(game)}`,
      line === null ? [] : `ligne ${line}`,
      column === null ? [] : `colonne ${column}`,
    ]
      .flat()
      .join(', ')} :`,
  at: (line, column, reason) => `Ligne ${line}, colonne ${column} : ${reason}`,
  restImported: 'Ce qui était lisible de la partie a été importé.',
  gameSkipped: 'La partie a été ignorée.',
  moreErrors: (count) => `… et ${number(count)} de plus`,

  event: 'Tournoi',
  site: 'Lieu',
  date: 'Date',
  round: 'Ronde',
  ratings: 'Elo',
  termination: 'Fin de partie',
  source: 'À propos de cette partie',
  annotated: 'Cette partie a des commentaires ou des variantes.',
  sort: 'Trier par',
  ascending: 'Ordre croissant (inverser)',
  descending: 'Ordre décroissant (inverser)',
  searchPlaceholder: 'Nom, tournoi, ouverture',
  searchHint: 'Nom, tournoi, lieu, ouverture, code ECO, année',
};
