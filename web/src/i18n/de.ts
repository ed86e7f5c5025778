/** Die Texte der App auf Deutsch. */
import type { Role } from '../game/placement';
import type { Reason } from '../wire/Reason';
import type { Side } from '../wire/Side';
import { accountDe } from './account/de';
import { homeBoardDe, opponentsDe } from './home/de';
import { invitationDe } from './invitation/de';
import { locksDe } from './locks/de';
import type { Messages } from './en';
import { errorsDe } from './errors/de';
import { fileErrorsDe, importErrorsDe } from './importErrors/de';
import { importsDe } from './imports/de';
import { positionsDe } from './positions/de';
import { studiesDe } from './studies/de';
import { analysisDe } from './analysis/de';
import { bySide, type Subject } from './subject';

const side = (color: Side): string => (color === 'white' ? 'Weiß' : 'Schwarz');
const role: Readonly<Record<Role, string>> = {
  pawn: 'Bauer',
  knight: 'Springer',
  bishop: 'Läufer',
  rook: 'Turm',
  queen: 'Dame',
  king: 'König',
};
/** Vor einem anderen Wort: `Bauernzug`. */
const compound: Readonly<Record<Role, string>> = {
  ...role,
  pawn: 'Bauern',
  queen: 'Damen',
  king: 'Königs',
};
/** Mit Artikel im Akkusativ. */
const accusative = (what: Role): string => {
  if (what === 'queen') return 'die Dame';
  return `den ${what === 'pawn' ? 'Bauern' : role[what]}`;
};
const ofSide = (color: Side, what: Role): string => {
  const ending = what === 'queen' ? 'e' : 'er';
  return `${color === 'white' ? 'weiß' : 'schwarz'}${ending} ${role[what]}`;
};
/** Im Akkusativ: `schwarzen Bauern`. */
const objectOfSide = (color: Side, what: Role): string => {
  const ending = what === 'queen' ? 'e' : 'en';
  const name = what === 'pawn' ? 'Bauern' : role[what];
  return `${color === 'white' ? 'weiß' : 'schwarz'}${ending} ${name}`;
};
const draws: Partial<Record<Reason, string>> = {
  stalemate: 'Patt! Remis',
  insufficient_material: 'Remis: zu wenig Material zum Mattsetzen',
  fivefold_repetition: 'Remis durch fünfmalige Stellungswiederholung',
  seventy_five_moves: 'Remis nach der 75-Züge-Regel',
  threefold_repetition: 'Remis durch dreimalige Stellungswiederholung',
  fifty_moves: 'Remis nach der 50-Züge-Regel',
  agreement: 'Remis durch Vereinbarung',
  time: 'Remis: Zeit abgelaufen, aber der Gegner kann nicht mattsetzen',
  abandoned: 'Remis: Ein Spieler hat die Partie verlassen',
  aborted: 'Partie abgebrochen',
};
const subject = (who: Subject): string =>
  who.type === 'you' ? 'Du' : who.type === 'name' ? who.name : side(who.side);
/** Ein Subjekt mit seinem Verb in der zweiten und der dritten Person. */
const verb = (who: Subject, second: string, third: string): string =>
  `${subject(who)} ${who.type === 'you' ? second : third}`;

export const de: Messages = {
  side,
  piece: ofSide,
  pieceObject: objectOfSide,
  roleName: (what) => role[what],
  decimalMark: ',',
  pieceLetters: { S: 'knight', L: 'bishop', T: 'rook', D: 'queen', K: 'king' },

  account: accountDe,
  homeBoard: homeBoardDe,
  invitation: invitationDe,
  projector: { open: 'Beamer', back: 'Zurück zur Partie', theme: 'Hell oder dunkel' },
  locks: locksDe,
  opponents: opponentsDe,
  analysis: analysisDe,
  studies: studiesDe,
  imports: importsDe,
  importErrors: importErrorsDe,
  fileErrors: fileErrorsDe,
  positions: positionsDe,
  errors: errorsDe,

  home: 'Spielen',
  library: 'Bibliothek',
  editor: 'Editor',
  competitions: 'Turniere',
  lobby: 'Lobby',
  settings: 'Einstellungen',
  skipToContent: 'Zum Inhalt',
  mainNavigation: 'Hauptnavigation',
  mainMenu: 'Menü',
  close: 'Schließen',
  cancel: 'Abbrechen',
  ok: 'OK',
  notFound: 'Seite nicht gefunden',
  loading: 'Wird geladen …',
  retry: 'Erneut versuchen',
  unreachable: 'Der Server ist nicht erreichbar. Versuche es gleich noch einmal.',
  serverAway:
    'Der Server ist nicht erreichbar. Sobald er antwortet, geht es hier von selbst weiter.',
  retryNow: 'Jetzt versuchen',
  unexpectedResponse: (text) => `Unerwartete Antwort: ${text}`,
  unknownError: (code) =>
    `Etwas ist schiefgegangen (${code}). Lade die Seite neu und versuche es noch einmal.`,

  playComputer: 'Gegen den Computer',
  passAndPlay: 'Zu zweit an einem Gerät',
  invite: 'Gegen Freunde',
  continueGame: 'Partie fortsetzen',
  yourSide: 'Deine Farbe',
  random: 'Zufällig',
  opponent: 'Gegner',
  easy: 'Leicht',
  medium: 'Mittel',
  hard: 'Schwer',
  rated: 'Nach Elo',
  otherEngine: 'Andere Engine',
  engine: 'Engine',
  maximum: 'Maximum',
  rating: (value) => `Elo: ${value}`,
  clock: 'Bedenkzeit',
  noClock: 'Ohne Uhr',
  customClock: 'Eigene',
  minutes: 'Minuten pro Spieler',
  bonus: 'Zeitzuschlag',
  bonusNone: 'Keiner',
  bonusIncrement: 'Inkrement',
  bonusDelay: 'Verzögerung',
  bonusBronstein: 'Bronstein',
  seconds: 'Sekunden pro Zug',
  start: 'Ausgangsstellung',
  standard: 'Standard',
  chess960: 'Chess960',
  automaticDraws: 'Automatisch remis bei dreimaliger Wiederholung oder nach der 50-Züge-Regel',
  moreOptions: 'Weitere Optionen',
  startGame: 'Partie starten',
  createInvitation: 'Einladung erstellen',
  yourName: 'Dein Name',
  whiteName: 'Name von Weiß',
  blackName: 'Name von Schwarz',
  namesMissing: 'Bitte gib die Namen der Spieler ein',
  nameMissing: 'Bitte gib deinen Namen ein',
  inviteShort: 'Verschicke einen Link oder zeige einen QR-Code.',
  characters: {
    400: ['Pip', 'hat gerade gelernt, wie die Figuren ziehen'],
    600: ['Clover', 'tauscht am liebsten alles ab'],
    800: ['Bramble', 'sieht immer nur eine Drohung'],
    1000: ['Juniper', 'deckt Figuren und vergisst den Plan'],
    1200: ['Tamsin', 'spielt sonntags im Park'],
    1400: ['Orrin', 'kennt ein paar scharfe Eröffnungen'],
    1600: ['Marlow', 'solide und geduldig'],
    1800: ['Isolde', 'jagt Könige'],
    2000: ['Corvin', 'spielt in der ersten Mannschaft'],
    2200: ['Selda', 'kennt jedes Endspiel'],
    2400: ['Aurel', 'macht wenige Fehler'],
    2600: ['Ondine', 'macht fast nie einen Fehler'],
    2800: ['Vesper', 'wartet auf deine Fehler'],
    2850: ['Tabiya', 'die Engine mit voller Stärke'],
  },

  gameOf: (white, black) => `${white} gegen ${black}`,
  computer: 'Computer',
  computerAt: (level) => `Computer (${level})`,
  player: 'Spieler',
  unknownPlayer: 'Unbekannt',
  you: 'Du',
  spectating: 'Du schaust zu',
  toMove: (color, number) => `${side(color)} am Zug · Zug ${number}`,
  yourMove: (color, number) => `Du bist am Zug (${side(color)}) · Zug ${number}`,
  moveNumber: (number) => `Zug ${number}`,
  inCheck: (color) => `${side(color)} steht im SCHACH`,
  thinking: 'Der Computer denkt nach …',
  engineGone: (name) =>
    `${name} gibt es auf diesem Server nicht mehr. Nimm einen Zug zurück oder starte eine neue Partie.`,
  engineFailed: (name) =>
    `${name} ist abgestürzt. Nimm einen Zug zurück, um es noch einmal zu versuchen.`,
  waiting: 'Warten auf deinen Gegner',
  waitingForOpponent: 'Warten auf einen Gegner',
  ended: (reason, winner, who = bySide) => {
    if (winner === null) return draws[reason] ?? 'Remis';
    const lost = verb(who(winner === 'white' ? 'black' : 'white'), 'hast', 'hat');
    const wins = verb(who(winner), 'gewinnst', 'gewinnt');
    if (reason === 'resignation') return `${lost} aufgegeben. ${wins}.`;
    if (reason === 'abandoned') return `${lost} die Partie verlassen. ${wins}.`;
    if (reason === 'time') return `${lost} die Zeit überschritten. ${wins}.`;
    if (reason === 'recorded') return wins;
    return `${wins} durch Matt`;
  },
  reconnecting: 'Verbindung unterbrochen. Neuer Versuch … Deine Partie ist sicher.',
  moveWaits: 'Verbindung unterbrochen. Dein Zug wird gesendet, sobald sie wieder steht.',
  connecting: 'Verbindung wird aufgebaut …',
  wrongSecret: 'Du spielst in dieser Partie nicht mehr mit; du schaust zu.',
  inviteUsed: 'Diese Einladung wurde schon angenommen; du schaust zu.',
  noGame: 'Partie nicht gefunden',
  moves: 'Züge',
  noMoves: 'Noch keine Züge',
  firstMove: 'Zum Anfang',
  previousMove: 'Vorheriger Zug',
  nextMove: 'Nächster Zug',
  lastMove: 'Zum Ende',
  viewingEarlier: 'Du siehst eine frühere Stellung.',
  returnToGame: 'Zurück zur Partie',
  // Weiche Trennstriche: Die Wörter sind länger als eine Schaltfläche auf dem Telefon.
  undo: 'Zurück\u00adnehmen',
  redo: 'Wieder\u00adherstellen',
  hint: 'Tipp',
  hintRole: (what) => `Suche einen ${compound[what]}zug.`,
  hintPiece: (what, square) => `Achte auf ${accusative(what)} auf ${square}.`,
  hintMove: (san) => `Die Engine schlägt ${san} vor.`,
  hintLoading: 'Die Engine überlegt …',
  nextHint: 'Mehr verraten',
  evaluate: 'Bewertung',
  flip: 'Brett drehen',
  offerDraw: 'Remis anbieten',
  agreeDraw: 'Remis vereinbaren',
  claimDraw: 'Remis reklamieren',
  claimWin: 'Sieg beanspruchen',
  claimIn: (time) => `Du kannst den Sieg in ${time} beanspruchen`,
  disconnected: (who) => `${verb(who, 'hast', 'hat')} die Verbindung verloren`,
  offline: 'offline',
  resign: 'Aufgeben',
  confirmResign: 'Aufgeben?',
  confirmReopen: 'Letzten Zug zurücknehmen?',
  reopenExplained: 'Das Ergebnis entfällt, und die Partie geht weiter.',
  reopen: 'Zurücknehmen',
  abort: 'Partie abbrechen',
  requestTakeback: 'Um Zugrücknahme bitten',
  giveTime: '15 Sekunden geben',
  rematch: 'Revanche',
  backToCompetition: 'Zurück zum Turnier',
  offered: (who, offer) => {
    if (offer === 'draw') return `${verb(who, 'bietest', 'bietet')} Remis an`;
    if (offer === 'rematch') return `${verb(who, 'bietest', 'bietet')} eine Revanche an`;
    return `${verb(who, 'möchtest', 'möchte')} einen Zug zurücknehmen`;
  },
  declined: (who, offer) => {
    const has = verb(who, 'hast', 'hat');
    if (offer === 'draw') return `${has} das Remis abgelehnt`;
    return offer === 'takeback'
      ? `${has} die Zugrücknahme abgelehnt`
      : `${has} die Revanche abgelehnt`;
  },
  accept: 'Annehmen',
  decline: 'Ablehnen',
  withdraw: 'Zurückziehen',
  newGame: 'Neue Partie',
  changeLevel: 'Spielstärke ändern',
  gameOver: 'Partie beendet',
  zen: 'Zen-Modus',
  leaveZen: 'Zen-Modus verlassen',
  zenOn: 'Zen-Modus: Nur Brett, Uhren und Status sind zu sehen. Escape beendet ihn.',
  zenOff: 'Zen-Modus beendet',
  fullScreen: 'Vollbild',
  shortcuts: 'Tastenkürzel',
  menu: 'Mehr',
  menuGroups: { game: 'Partie', analysis: 'Analyse', view: 'Ansicht' },
  names: 'Spielernamen',
  save: 'Speichern',
  gameSaved: 'Jeder Zug wird automatisch gespeichert.',
  promoteTo: 'Umwandeln in',
  confirmMove: (san) => `${san} spielen?`,
  play: 'Spielen',
  moveInput: 'Zug eingeben, z. B. Sf3 oder g1f3',
  moveUnknown: (text) => `${text} ist hier nicht möglich`,
  moveAmbiguous: (text, from) => `${text} ist nicht eindeutig: von ${from}?`,
  sideToMove: (color) => `${side(color)} ist am Zug`,
  youPlay: (color) => `Du spielst ${side(color)}`,
  premoveSet: (from, to) => `Vorauszug von ${from} nach ${to}`,
  premoveNumber: (number) => `Vorauszug ${number}`,
  premoveCanceled: 'Vorauszug zurückgenommen',
  premoveImpossible: (from, to) => `Dein Vorauszug von ${from} nach ${to} ist nicht mehr möglich`,
  timeLow: (who, text) => `${verb(who, 'hast', 'hat')} noch ${text}`,
  ahead: (score) => `um ${score} ${score === 1 ? 'Punkt' : 'Punkte'} im Vorteil`,
  inviteLink: 'Schicke diesen Link deinem Gegner. Wer ihn zuerst öffnet, spielt mit.',
  copyLink: 'Link kopieren',
  copied: 'Kopiert',
  qrCode: 'QR-Code',
  join: 'Mitspielen',
  watch: 'Zuschauen',

  squareEmpty: (square) => `${square}, leer`,
  squarePiece: (square, piece) => `${square}, ${piece}`,
  canMove: (squares) => `kann nach ${squares}`,
  selected: (piece, square) => `${piece} auf ${square} ausgewählt`,
  deselected: 'Auswahl aufgehoben',
  boardLabel:
    'Schachbrett. Mit den Pfeiltasten bewegst du dich, mit Eingabe wählst du eine Figur und setzt sie ab.',
  moveDescription: (m) =>
    m.takes === null
      ? `${m.piece} von ${m.from} nach ${m.to}`
      : `${m.piece} von ${m.from} schlägt ${m.takes} auf ${m.to}`,
  castles: (color, short) => `${side(color)} rochiert ${short ? 'kurz' : 'lang'}`,
  promotes: (what) => `Umwandlung in ${what === 'queen' ? 'eine Dame' : `einen ${role[what]}`}`,
  check: 'Schach',
  checkmate: 'Schachmatt',
  takenBack: 'Zug zurückgenommen',
  redone: 'Zug wiederhergestellt',

  keys: {
    home: 'Pos1',
    end: 'Ende',
    undo: 'Zug zurücknehmen',
    redo: 'Zug wiederherstellen',
    setup: 'Neue Partie',
    fen: 'Stellung: FEN und PGN',
    navigate: 'Durch die Züge blättern',
    ends: 'Erste und letzte Stellung',
    flip: 'Brett drehen',
    hint: 'Tipp',
    input: 'Zug eingeben',
    cancel: 'Auswahl oder Vorauszüge aufheben',
    shift: 'Umschalt',
    zen: 'Zen-Modus: nur Brett und Uhren',
    fullScreen: 'Vollbild',
    help: 'Diese Liste',
  },

  position: 'Stellung',
  fen: 'FEN',
  fenPaste: 'FEN eingeben oder einfügen',
  fenUnreadable: 'Das ist keine gültige FEN. Eine FEN beginnt mit den acht Reihen des Bretts.',
  loadFen: 'Ab hier spielen',
  copyFen: 'FEN kopieren',
  copyPgn: 'PGN kopieren',
  downloadPgn: 'PGN herunterladen',
  editPosition: 'Im Editor öffnen',
  clearBoard: 'Brett leeren',
  startPosition: 'Grundstellung',
  castlingRights: 'Rochade',
  castlingShort: (color) => `${side(color)} O-O`,
  castlingLong: (color) => `${side(color)} O-O-O`,
  turn: 'Am Zug',
  remove: 'Figuren entfernen',
  movePieces: 'Figuren verschieben',
  putPiece: (piece) => `${piece} setzen`,
  editorHelp:
    'Wähle eine Figur und klicke oder tippe auf Felder, oder ziehe Figuren über das Brett.',
  playVsComputer: 'Ab hier gegen den Computer spielen',

  columns: {
    id: 'ID',
    white: 'Weiß',
    black: 'Schwarz',
    winner: 'Ergebnis',
    moves: 'Züge',
    last_played: 'Letzte Aktivität',
    status: 'Status',
    event: 'Turnier',
    site: 'Ort',
    date: 'Datum',
    round: 'Runde',
    white_rating: 'Elo Weiß',
    black_rating: 'Elo Schwarz',
    opening: 'Eröffnung',
  },
  search: 'Suchen',
  filterStatus: 'Status',
  filterWinner: 'Ergebnis',
  all: 'Alle',
  statusWaiting: 'Wartet',
  statusPlaying: 'Läuft',
  statusOver: 'Beendet',
  statusNoResult: 'Ohne Ergebnis',
  statusUnfinished: 'Nicht beendet',
  winnerWhite: 'Weiß',
  winnerBlack: 'Schwarz',
  winnerDraw: 'Remis',
  noGames: 'Noch keine Partien',
  noMatches: 'Keine Partien gefunden',
  filterWhose: 'Partien',
  whoseAll: 'Alle Partien',
  whoseMine: 'Meine Partien',
  whoseRemoved: 'Gelöschte',
  noneMine: 'Du hast noch keine Partie gespielt',
  noneRemoved: 'Keine gelöschten Partien',
  restored: (count) =>
    count === 1 ? '1 Partie wiederhergestellt' : `${count} Partien wiederhergestellt`,
  clearSelection: 'Auswahl aufheben',
  dropFile: 'Dateien hier ablegen, um ihre Partien zu importieren',
  notFoundHelp: 'Vielleicht ist der Link veraltet oder unvollständig.',
  startLink: 'Dieser Startlink ist nicht gültig',
  startLinkHelp:
    'Bei jedem Start macht Tabiya einen neuen Link, und er gilt nur auf dem Computer, auf dem Tabiya läuft. Öffne den Link, den Tabiya zuletzt ausgegeben hat, oder starte Tabiya neu, um einen neuen zu bekommen.',
  open: 'Öffnen',
  continueThis: 'Fortsetzen',
  delete: 'Löschen',
  deleted: (count) => (count === 1 ? '1 Partie gelöscht' : `${count} Partien gelöscht`),
  restore: 'Wiederherstellen',
  importGames: 'Importieren',
  exportAs: 'Export als',
  exportPgn: 'PGN',
  exportClub: 'Vereinsdatei',
  exportJson: 'JSON',
  selectGame: (white, black) => `${white} – ${black} auswählen`,
  page: (first, last, total) => `${first}–${last} von ${total}`,
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  sortBy: (column) => `Nach „${column}“ sortieren`,

  settingGroups: {
    general: 'Sprache und Erscheinungsbild',
    board: 'Brett und Figuren',
    play: 'Spiel',
    sound: 'Ton',
    accessibility: 'Barrierefreiheit',
  },
  theme: 'Erscheinungsbild',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  board: 'Brett',
  boards: { walnut: 'Nussbaum', slate: 'Schiefer', sea: 'Meer', contrast: 'Kontrast' },
  pieces: 'Figuren',
  pieceSets: { classic: 'Klassisch', flat: 'Flach', shapes: 'Formen' },
  language: 'Sprache',
  boardSize: 'Brettgröße',
  boardSizeHelp: 'Ziehen, um die Brettgröße zu ändern; Doppelklick für das größte Brett',
  animation: 'Animation',
  animations: { 0: 'Aus', 120: 'Schnell', 220: 'Normal', 400: 'Langsam' },
  sound: 'Töne',
  volume: 'Lautstärke',
  volumes: { low: 'Leise', medium: 'Mittel', high: 'Laut' },
  coordinates: 'Koordinaten',
  destinations: 'Mögliche Züge anzeigen',
  premoves: 'Vorauszüge',
  confirm: 'Züge bestätigen',
  confirms: { never: 'Nie', touch: 'Auf Touchscreens', always: 'Immer' },
  notice: 'Schach, Matt und Patt',
  notices: { dialog: 'Dialog', quiet: 'Nur Statuszeile' },
  notation: 'Notation',
  notations: {
    local: 'S, L, T',
    english: 'N, B, R (englisch)',
    figurines: 'Figurinen',
  },
  turnBoard: 'Brett nach jedem Zug drehen',
};
