/** What is said about imports, and about games that came from files, in French. */
import type { ImportWords } from './en';

const number = new Intl.NumberFormat('fr');
const games = (count: number): string =>
  count === 1 ? 'une partie' : `${number.format(count)} parties`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** A verb with its participle, for one game or for more. */
const have = (count: number, participle: string): string =>
  count === 1 ? `a été ${participle}` : `ont été ${participle}s`;

export const importsFr: ImportWords = {
  paste: 'Collez du PGN, un fichier de club ou une FEN',
  kinds:
    'Ou choisissez des fichiers, ou déposez-les ici : PGN (aussi en .gz, .zst ou .zip), fichiers de club, FEN.',
  chooseFiles: 'Choisir des fichiers',
  pasted: 'Texte collé',
  importing: 'Importation en cours',
  waiting: 'En attente',
  sending: 'Envoi…',
  progress: (percent, count) => `${percent} % · ${games(count)} jusqu’ici`,
  cancel: 'Annuler l’importation',
  reallyCancel: 'Annuler l’importation ? Les parties déjà importées restent.',
  keepImporting: 'Continuer l’importation',
  leftPage: 'L’importation a été annulée. Les parties déjà importées restent.',

  added: (count) => `${capital(games(count))} ${have(count, 'importée')}.`,
  duplicates: (count) => `${capital(games(count))} ${count === 1 ? 'était' : 'étaient'} déjà là.`,
  restored: (count) =>
    `${capital(games(count))} ${count === 1 ? 'supprimée' : 'supprimées'} auparavant ${have(count, 'rétablie')}.`,
  unreadable: (count) =>
    `${capital(games(count))} ${count === 1 ? 'n’a pas pu être lue' : 'n’ont pas pu être lues'}.`,
  canceled: (count) =>
    `L’importation a été annulée. ${capital(games(count))} ${have(count, 'importée')} avant. ` +
    'Importez le même fichier pour continuer ; les parties déjà là sont ignorées.',
  stopped: (name, reason) => `${name} : ${reason}`,
  another: 'En importer d’autres',
  again: 'Importez le même fichier pour continuer ; les parties déjà là sont ignorées.',
  errors: (count) =>
    count === 1
      ? 'Un problème a été trouvé :'
      : `${number.format(count)} problèmes ont été trouvés :`,
  place: (game, line, column) =>
    [
      `Partie ${number.format(game)}`,
      line === null ? [] : `ligne ${line}`,
      column === null ? [] : `colonne ${column}`,
    ]
      .flat()
      .join(', '),
  rest: 'Le reste de la partie a été gardé.',
  gone: 'La partie n’a pas été importée.',
  moreErrors: (count) => `… et ${number.format(count)} de plus`,

  event: 'Tournoi',
  site: 'Lieu',
  date: 'Date',
  round: 'Ronde',
  ratings: 'Classements',
  termination: 'Fin de partie',
  roundOf: (round) => `ronde ${round}`,
  source: 'À propos de cette partie',
  annotated: 'Cette partie a des commentaires ou des variantes.',
  gameId: (id) => `Partie ${id}`,
  sort: 'Trier par',
  ascending: 'Ordre croissant ; inverser',
  descending: 'Ordre décroissant ; inverser',
  searchHint: 'Nom, tournoi, lieu, ouverture, code ECO, année',
};
