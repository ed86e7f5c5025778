/** Les textes de l’application en français. */
import type { Role } from '../game/placement';
import type { Reason } from '../wire/Reason';
import type { Side } from '../wire/Side';
import { accountFr } from './account/fr';
import { homeBoardFr, opponentsFr } from './home/fr';
import { invitationFr } from './invitation/fr';
import { locksFr } from './locks/fr';
import { rosterFr } from './roster/fr';
import { backupErrorsFr, serverFr } from './server/fr';
import { withFrenchSpaces } from './typography';
import type { Messages } from './en';
import { errorsFr } from './errors/fr';
import { fileErrorsFr, importErrorsFr } from './importErrors/fr';
import { importsFr } from './imports/fr';
import { positionsFr } from './positions/fr';
import { studiesFr } from './studies/fr';
import { analysisFr } from './analysis/fr';
import { bySide, type Subject } from './subject';

const side = (color: Side): string => (color === 'white' ? 'Blancs' : 'Noirs');
const the = (color: Side): string => `Les ${side(color)}`;
const role: Readonly<Record<Role, string>> = {
  pawn: 'pion',
  knight: 'cavalier',
  bishop: 'fou',
  rook: 'tour',
  queen: 'dame',
  king: 'roi',
};
const isFeminine = (what: Role): boolean => what === 'queen' || what === 'rook';
/** Avec l’article défini. */
const withArticle = (what: Role): string => `${isFeminine(what) ? 'la' : 'le'} ${role[what]}`;
const ofSide = (color: Side, what: Role): string => {
  const white = isFeminine(what) ? 'blanche' : 'blanc';
  const black = isFeminine(what) ? 'noire' : 'noir';
  return `${role[what]} ${color === 'white' ? white : black}`;
};
const draws: Partial<Record<Reason, string>> = {
  stalemate: 'Pat ! Partie nulle',
  insufficient_material: 'Nulle : matériel insuffisant pour mater',
  fivefold_repetition: 'Nulle par quintuple répétition',
  seventy_five_moves: 'Nulle : règle des 75 coups',
  threefold_repetition: 'Nulle par triple répétition',
  fifty_moves: 'Nulle : règle des 50 coups',
  agreement: 'Nulle par accord mutuel',
  time: 'Nulle : temps écoulé, mais l’adversaire ne peut pas mater',
  abandoned: 'Nulle : un joueur a quitté la partie',
  aborted: 'Partie annulée',
};
/** Un sujet avec son verbe : « Vous gagnez », « Ann gagne », « Les Blancs gagnent ». */
const verb = (who: Subject, you: string, one: string, many: string): string => {
  if (who.type === 'you') return `Vous ${you}`;
  return who.type === 'name' ? `${who.name} ${one}` : `${the(who.side)} ${many}`;
};
const has = (who: Subject): string => verb(who, 'avez', 'a', 'ont');

export const fr: Messages = withFrenchSpaces<Messages>({
  side,
  piece: ofSide,
  pieceObject: ofSide,
  roleName: (what) => role[what],
  decimalMark: ',',
  pieceLetters: { C: 'knight', F: 'bishop', T: 'rook', D: 'queen', R: 'king' },

  account: accountFr,
  homeBoard: homeBoardFr,
  invitation: invitationFr,
  projector: { open: 'Vidéoprojecteur', back: 'Retour à la partie', theme: 'Clair ou sombre' },
  locks: locksFr,
  opponents: opponentsFr,
  roster: rosterFr,
  server: serverFr,
  backupErrors: backupErrorsFr,
  analysis: analysisFr,
  studies: studiesFr,
  imports: importsFr,
  importErrors: importErrorsFr,
  fileErrors: fileErrorsFr,
  positions: positionsFr,
  errors: errorsFr,

  home: 'Jouer',
  library: 'Bibliothèque',
  editor: 'Éditeur',
  competitions: 'Tournois',
  settings: 'Réglages',
  skipToContent: 'Aller au contenu',
  mainNavigation: 'Navigation principale',
  mainMenu: 'Menu',
  close: 'Fermer',
  cancel: 'Annuler',
  ok: 'OK',
  notFound: 'Page introuvable',
  loading: 'Chargement…',
  retry: 'Réessayer',
  unreachable: 'Le serveur est injoignable. Réessayez dans un instant.',
  comesBack: 'Cette page s’ouvrira d’elle-même dès que le serveur répondra.',
  unexpectedResponse: (text) => `Réponse inattendue : ${text}`,
  unknownError: (code) => `Une erreur est survenue (${code}). Rechargez la page et réessayez.`,

  playComputer: 'Contre l’ordinateur',
  passAndPlay: 'À deux sur le même écran',
  invite: 'Jouer avec un ami',
  continueGame: 'Continuer une partie',
  yourSide: 'Votre couleur',
  random: 'Au hasard',
  opponent: 'Adversaire',
  easy: 'Facile',
  medium: 'Moyen',
  hard: 'Difficile',
  rated: 'Selon l’Elo',
  otherEngine: 'Autre moteur',
  engine: 'Moteur',
  maximum: 'Maximum',
  rating: (value) => `Elo : ${value}`,
  clock: 'Cadence',
  noClock: 'Sans pendule',
  customClock: 'Autre',
  minutes: 'Minutes par joueur',
  bonus: 'Bonus de temps',
  bonusNone: 'Aucun',
  bonusIncrement: 'Incrément',
  bonusDelay: 'Délai',
  bonusBronstein: 'Bronstein',
  seconds: 'Secondes par coup',
  start: 'Position de départ',
  standard: 'Classique',
  chess960: 'Chess960',
  automaticDraws: 'Nulle automatique par triple répétition ou règle des 50 coups',
  moreOptions: 'Plus d’options',
  startGame: 'Commencer la partie',
  createInvitation: 'Créer une invitation',
  yourName: 'Votre nom',
  whiteName: 'Nom des Blancs',
  blackName: 'Nom des Noirs',
  namesMissing: 'Veuillez indiquer les noms des joueurs',
  nameMissing: 'Veuillez indiquer votre nom',
  inviteShort: 'Envoyez un lien ou montrez un QR code.',
  characters: {
    400: ['Pip', 'vient d’apprendre la marche des pièces'],
    600: ['Clover', 'échange tout volontiers'],
    800: ['Bramble', 'voit une menace à la fois'],
    1000: ['Juniper', 'protège ses pièces, oublie ses plans'],
    1200: ['Tamsin', 'joue au parc le dimanche'],
    1400: ['Orrin', 'connaît quelques ouvertures aiguës'],
    1600: ['Marlow', 'solide et patient'],
    1800: ['Isolde', 'chasse les rois'],
    2000: ['Corvin', 'joue en équipe première'],
    2200: ['Selda', 'connaît toutes les finales'],
    2400: ['Aurel', 'fait peu d’erreurs'],
    2600: ['Ondine', 'n’en fait presque pas'],
    2800: ['Vesper', 'attend les vôtres'],
    2850: ['Tabiya', 'le moteur à pleine puissance'],
  },

  gameOf: (white, black) => `${white} contre ${black}`,
  computer: 'Ordinateur',
  computerAt: (level) => `Ordinateur (${level})`,
  player: 'Joueur',
  unknownPlayer: 'Inconnu',
  spectating: 'Vous êtes spectateur',
  toMove: (color, number) => `Trait aux ${side(color)} · coup ${number}`,
  yourMove: (color, number) => `À vous (${side(color)}) · coup ${number}`,
  moveNumber: (number) => `coup ${number}`,
  inCheck: (color) => `${the(color)} sont en ÉCHEC`,
  thinking: 'L’ordinateur réfléchit…',
  engineGone: (name) =>
    `${name} n’est plus sur ce serveur. Reprenez un coup ou commencez une autre partie.`,
  engineFailed: (name) => `${name} a planté. Reprenez un coup pour réessayer.`,
  waiting: 'En attente de votre adversaire',
  waitingForOpponent: 'En attente d’un adversaire',
  ended: (reason, winner, who = bySide) => {
    if (winner === null) return draws[reason] ?? 'Nulle';
    const lost = has(who(winner === 'white' ? 'black' : 'white'));
    const wins = verb(who(winner), 'gagnez', 'gagne', 'gagnent');
    if (reason === 'resignation') return `${lost} abandonné. ${wins}`;
    if (reason === 'abandoned') return `${lost} quitté la partie. ${wins}`;
    if (reason === 'time') return `${lost} perdu au temps. ${wins}`;
    if (reason === 'recorded') return wins;
    return `${wins} par échec et mat`;
  },
  reconnecting: 'Connexion perdue. Reconnexion… Votre partie est sauvegardée.',
  connecting: 'Connexion…',
  wrongSecret: 'Vous ne jouez plus dans cette partie ; vous êtes spectateur.',
  inviteUsed: 'Cette invitation a déjà servi ; vous êtes spectateur.',
  noGame: 'Partie introuvable',
  moves: 'Coups',
  noMoves: 'Pas encore de coup',
  firstMove: 'Premier coup',
  previousMove: 'Coup précédent',
  nextMove: 'Coup suivant',
  lastMove: 'Dernier coup',
  viewingEarlier: 'Vous voyez une position antérieure.',
  returnToGame: 'Revenir à la partie',
  undo: 'Annuler le coup',
  redo: 'Rétablir',
  hint: 'Indice',
  hintRole: (what) => `Cherchez un coup de ${role[what]}.`,
  hintPiece: (what, square) => `Regardez ${withArticle(what)} en ${square}.`,
  hintMove: (san) => `Le moteur propose ${san}.`,
  hintLoading: 'Le moteur réfléchit…',
  nextHint: 'Un indice de plus',
  evaluate: 'Évaluation',
  flip: 'Retourner l’échiquier',
  offerDraw: 'Proposer nulle',
  agreeDraw: 'Nulle par accord mutuel',
  claimDraw: 'Réclamer la nulle',
  claimWin: 'Réclamer la victoire',
  claimIn: (time) => `Vous pourrez réclamer la victoire dans ${time}`,
  disconnected: (who) => `${has(who)} perdu la connexion`,
  offline: 'hors ligne',
  resign: 'Abandonner',
  confirmResign: 'Abandonner ?',
  confirmReopen: 'Reprendre le dernier coup ?',
  reopenExplained: 'Le résultat est supprimé et la partie continue.',
  reopen: 'Reprendre le coup',
  abort: 'Annuler la partie',
  requestTakeback: 'Demander à reprendre le coup',
  giveTime: 'Donner 15 secondes',
  rematch: 'Revanche',
  backToCompetition: 'Retour au tournoi',
  offered: (who, offer) => {
    if (offer === 'takeback')
      return `${verb(who, 'demandez', 'demande', 'demandent')} à reprendre un coup`;
    const proposes = verb(who, 'proposez', 'propose', 'proposent');
    return offer === 'draw' ? `${proposes} nulle` : `${proposes} une revanche`;
  },
  declined: (who, offer) => {
    if (offer === 'draw') return `${has(who)} refusé la nulle`;
    return offer === 'takeback'
      ? `${has(who)} refusé la reprise du coup`
      : `${has(who)} refusé la revanche`;
  },
  accept: 'Accepter',
  decline: 'Refuser',
  withdraw: 'Retirer',
  newGame: 'Nouvelle partie',
  changeLevel: 'Changer de niveau',
  gameOver: 'Partie terminée',
  zen: 'Mode zen',
  leaveZen: 'Quitter le mode zen',
  zenOn:
    'Mode zen : seuls l’échiquier, les pendules et l’état de la partie restent visibles. Échap pour quitter.',
  zenOff: 'Mode zen désactivé',
  fullScreen: 'Plein écran',
  shortcuts: 'Raccourcis clavier',
  menu: 'Plus',
  menuGroups: { game: 'Partie', analysis: 'Analyse', view: 'Affichage' },
  names: 'Noms des joueurs',
  save: 'Enregistrer',
  gameSaved: 'Chaque coup est enregistré automatiquement.',
  promoteTo: 'Promouvoir en',
  confirmMove: (san) => `Jouer ${san} ?`,
  play: 'Jouer',
  moveInput: 'Tapez un coup, p. ex. Cf3 ou g1f3',
  moveUnknown: (text) => `${text} est impossible ici`,
  moveAmbiguous: (text, from) => `${text} est ambigu : de ${from} ?`,
  sideToMove: (color) => `C’est aux ${side(color)} de jouer`,
  youPlay: (color) => `Vous jouez les ${side(color)}`,
  premoveSet: (from, to) => `Coup anticipé ${from} vers ${to}`,
  premoveNumber: (number) => `coup anticipé ${number}`,
  premoveCanceled: 'Coup anticipé annulé',
  premoveImpossible: (from, to) => `Votre coup anticipé ${from}–${to} n’est plus possible`,
  timeLow: (who, text) => `${has(who)} encore ${text}`,
  ahead: (score) => `${score} d’avance`,
  inviteLink: 'Envoyez ce lien à votre adversaire. Le premier qui l’ouvre rejoint la partie.',
  inviteOnlyHere:
    'Ce lien ne fonctionne que sur cet ordinateur. D’autres pourront l’ouvrir une fois Tabiya lancé avec « tabiya serve --addr 0.0.0.0:8064 ».',
  copyLink: 'Copier le lien',
  copied: 'Copié',
  qrCode: 'QR code',
  join: 'Rejoindre la partie',
  watch: 'Regarder',

  squareEmpty: (square) => `${square}, vide`,
  squarePiece: (square, piece) => `${square}, ${piece}`,
  canMove: (squares) => `peut aller en ${squares}`,
  selected: (piece, square) => `Sélection : ${piece} en ${square}`,
  deselected: 'sélection annulée',
  boardLabel:
    'Échiquier. Utilisez les flèches pour vous déplacer et Entrée pour choisir et poser une pièce.',
  moveDescription: (m) =>
    m.takes === null
      ? `${m.piece}, ${m.from} vers ${m.to}`
      : `${m.piece} de ${m.from} prend ${m.takes} en ${m.to}`,
  castles: (color, short) => `${the(color)} font le ${short ? 'petit' : 'grand'} roque`,
  promotes: (what) => `promotion en ${role[what]}`,
  check: 'échec',
  checkmate: 'échec et mat',
  takenBack: 'Coup repris',
  redone: 'Coup rejoué',

  keys: {
    home: 'Début',
    end: 'Fin',
    undo: 'Annuler le coup',
    redo: 'Rejouer le coup',
    setup: 'Nouvelle partie',
    fen: 'Position : FEN et PGN',
    navigate: 'Parcourir les coups',
    ends: 'Première et dernière position',
    flip: 'Retourner l’échiquier',
    hint: 'Indice',
    input: 'Taper un coup',
    cancel: 'Annuler la sélection ou les coups anticipés',
    shift: 'Maj',
    zen: 'Mode zen : l’échiquier et les pendules seuls',
    fullScreen: 'Plein écran',
    help: 'Cette liste',
  },

  position: 'Position',
  fen: 'FEN',
  fenPaste: 'Tapez ou collez une FEN',
  fenUnreadable:
    'Cette FEN n’est pas valide. Une FEN commence par les huit rangées de l’échiquier.',
  loadFen: 'Jouer à partir d’ici',
  copyFen: 'Copier la FEN',
  copyPgn: 'Copier le PGN',
  downloadPgn: 'Télécharger le PGN',
  editPosition: 'Ouvrir dans l’éditeur',
  clearBoard: 'Vider l’échiquier',
  startPosition: 'Position de départ',
  castlingRights: 'Roque',
  castlingShort: (color) => `${side(color)} O-O`,
  castlingLong: (color) => `${side(color)} O-O-O`,
  turn: 'Trait',
  remove: 'Retirer',
  movePieces: 'Déplacer',
  putPiece: (piece) => `Poser : ${piece}`,
  editorHelp: 'Choisissez une pièce et touchez des cases, ou faites glisser les pièces.',
  playBothSides: 'Jouer les deux camps',
  playVsComputer: 'Contre l’ordinateur à partir d’ici',

  columns: {
    id: 'ID',
    white: 'Blancs',
    black: 'Noirs',
    winner: 'Résultat',
    moves: 'Coups',
    last_played: 'Dernière activité',
    status: 'Statut',
    event: 'Tournoi',
    site: 'Lieu',
    date: 'Date',
    round: 'Ronde',
    white_rating: 'Elo des Blancs',
    black_rating: 'Elo des Noirs',
    opening: 'Ouverture',
  },
  search: 'Rechercher',
  filterStatus: 'Statut',
  filterWinner: 'Vainqueur',
  all: 'Tous',
  statusWaiting: 'En attente',
  statusPlaying: 'En cours',
  statusOver: 'Terminée',
  statusNoResult: 'Sans résultat',
  statusUnfinished: 'Non terminée',
  winnerWhite: 'Blancs',
  winnerBlack: 'Noirs',
  winnerDraw: 'Nulle',
  noGames: 'Aucune partie pour l’instant',
  noMatches: 'Aucune partie trouvée',
  filterWhose: 'Parties',
  whoseAll: 'Toutes les parties',
  whoseMine: 'Mes parties',
  whoseRemoved: 'Supprimées',
  noneMine: 'Vous n’avez encore joué aucune partie',
  noneRemoved: 'Aucune partie supprimée',
  restored: (count) => (count === 1 ? '1 partie restaurée' : `${count} parties restaurées`),
  clearSelection: 'Annuler la sélection',
  dropFile: 'Déposez les fichiers pour importer leurs parties',
  notFoundHelp: 'Le lien est peut-être périmé ou incomplet.',
  startLink: 'Ce lien de démarrage n’est pas valide',
  startLinkHelp:
    'Tabiya crée un nouveau lien à chaque démarrage, et il ne fonctionne que sur l’ordinateur où Tabiya tourne. Ouvrez le dernier lien affiché par Tabiya, ou redémarrez Tabiya pour en obtenir un nouveau.',
  open: 'Ouvrir',
  continueThis: 'Continuer',
  delete: 'Supprimer',
  deleted: (count) => (count === 1 ? '1 partie supprimée' : `${count} parties supprimées`),
  restore: 'Restaurer',
  importGames: 'Importer',
  exportAs: 'Exporter en',
  exportPgn: 'PGN',
  exportClub: 'Fichier de club',
  exportJson: 'JSON',
  selectGame: (white, black) => `Sélectionner ${white} – ${black}`,
  page: (first, last, total) => `${first}–${last} sur ${total}`,
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  sortBy: (column) => `Trier par ${column}`,

  settingGroups: {
    general: 'Langue et apparence',
    board: 'Échiquier et pièces',
    play: 'Jeu',
    sound: 'Son',
    accessibility: 'Accessibilité',
  },
  theme: 'Apparence',
  themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  board: 'Échiquier',
  boards: { walnut: 'Noyer', slate: 'Ardoise', sea: 'Mer', contrast: 'Contraste' },
  pieces: 'Pièces',
  pieceSets: { classic: 'Classiques', flat: 'Plates', shapes: 'Formes' },
  language: 'Langue',
  boardSize: 'Taille de l’échiquier',
  boardSizeHelp:
    'Faites glisser pour changer la taille de l’échiquier, ou double-cliquez pour la plus grande',
  animation: 'Animation',
  animations: { 0: 'Aucune', 120: 'Rapide', 220: 'Normale', 400: 'Lente' },
  sound: 'Sons',
  volume: 'Volume',
  volumes: { low: 'Faible', medium: 'Moyen', high: 'Fort' },
  coordinates: 'Coordonnées',
  destinations: 'Afficher les coups légaux',
  premoves: 'Coups anticipés',
  confirm: 'Confirmer les coups',
  confirms: { never: 'Jamais', touch: 'Sur écran tactile', always: 'Toujours' },
  notice: 'Échec, mat et pat',
  notices: { dialog: 'Fenêtre', quiet: 'Barre d’état seulement' },
  notation: 'Notation',
  notations: {
    local: 'C, F, T',
    english: 'N, B, R (anglais)',
    figurines: 'Figurines',
  },
  turnBoard: 'Retourner l’échiquier après chaque coup',
});
