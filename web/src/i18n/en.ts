/** The texts of the app in English. The other languages have the same keys. */
import type { Role } from '../game/placement';
import type { Offer } from '../wire/Offer';
import type { FenErrorKind } from '../wire/FenErrorKind';
import type { Reason } from '../wire/Reason';
import type { Side } from '../wire/Side';
import { accountEn } from './account/en';
import { homeBoardEn, opponentsEn } from './home/en';
import { invitationEn } from './invitation/en';
import { locksEn } from './locks/en';
import { rosterEn } from './roster/en';
import { backupErrorsEn, serverEn } from './server/en';
import { errorsEn } from './errors/en';
import { fileErrorsEn, importErrorsEn } from './importErrors/en';
import { importsEn } from './imports/en';
import { positionsEn } from './positions/en';
import { studiesEn } from './studies/en';
import { analysisEn } from './analysis/en';
import type { KindTexts } from './kinds';
import { bySide, type Subject } from './subject';

const side = (color: Side): string => (color === 'white' ? 'White' : 'Black');
const role: Readonly<Record<Role, string>> = {
  pawn: 'pawn',
  knight: 'knight',
  bishop: 'bishop',
  rook: 'rook',
  queen: 'queen',
  king: 'king',
};
const draws: Partial<Record<Reason, string>> = {
  stalemate: "Stalemate! It's a draw",
  insufficient_material: 'Draw by insufficient material',
  fivefold_repetition: 'Draw by fivefold repetition',
  seventy_five_moves: 'Draw by the 75-move rule',
  threefold_repetition: 'Draw by threefold repetition',
  fifty_moves: 'Draw by the 50-move rule',
  agreement: 'Draw by agreement',
  time: 'Draw: time ran out, but the opponent could not checkmate',
  abandoned: 'Draw: a player left the game',
  aborted: 'Game aborted',
};
const subject = (who: Subject): string =>
  who.type === 'you' ? 'You' : who.type === 'name' ? who.name : side(who.side);
const wins = (who: Subject): string => `${subject(who)} ${who.type === 'you' ? 'win' : 'wins'}`;

export const en = {
  side,
  piece: (color: Side, what: Role) => `${side(color).toLowerCase()} ${role[what]}`,
  /** The same as the object of a verb. */
  pieceObject: (color: Side, what: Role) => `${side(color).toLowerCase()} ${role[what]}`,
  roleName: (what: Role) => role[what],
  decimalMark: '.' as '.' | ',',
  pieceLetters: { N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' } as Readonly<
    Record<string, Role>
  >,

  account: accountEn,
  homeBoard: homeBoardEn,
  invitation: invitationEn,
  projector: { open: 'Projector', back: 'Back to the game', theme: 'Light or dark' },
  locks: locksEn,
  opponents: opponentsEn,
  roster: rosterEn,
  server: serverEn,
  backupErrors: backupErrorsEn,
  errors: errorsEn,
  imports: importsEn,
  importErrors: importErrorsEn,
  fileErrors: fileErrorsEn,
  positions: positionsEn as KindTexts<FenErrorKind>,
  studies: studiesEn,
  analysis: analysisEn,

  // Every page
  home: 'Play',
  library: 'Library',
  editor: 'Editor',
  competitions: 'Competitions',
  settings: 'Settings',
  skipToContent: 'Skip to content',
  mainNavigation: 'Main navigation',
  mainMenu: 'Menu',
  close: 'Close',
  cancel: 'Cancel',
  ok: 'OK',
  notFound: 'Page not found',
  notFoundHelp: 'The link may be outdated or incomplete.',
  startLink: 'This start link is not valid',
  startLinkHelp:
    'Each start of Tabiya makes a new link, and it works only on the computer where Tabiya runs. Open the link that Tabiya has printed most recently, or start Tabiya again to get a new one.',
  loading: 'Loading…',
  retry: 'Retry',
  unreachable: 'The server can’t be reached. Try again in a moment.',
  comesBack: 'This page opens by itself as soon as the server answers.',
  unexpectedResponse: (text: string) => `Unexpected response: ${text}`,
  unknownError: (code: string) => `Something went wrong (${code}). Reload the page and try again.`,

  // Home
  playComputer: 'Play the computer',
  passAndPlay: 'Pass and play',
  invite: 'Play a friend',
  continueGame: 'Continue a game',
  yourSide: 'Play as',
  random: 'Random',
  opponent: 'Opponent',
  easy: 'Easy',
  medium: 'Medium',
  hard: 'Hard',
  rated: 'By rating',
  otherEngine: 'Other engine',
  engine: 'Engine',
  maximum: 'Maximum',
  rating: (value: string) => `Rating: ${value}`,
  clock: 'Time control',
  noClock: 'Unlimited',
  customClock: 'Custom',
  minutes: 'Minutes per side',
  bonus: 'Time bonus',
  bonusNone: 'None',
  bonusIncrement: 'Increment',
  bonusDelay: 'Delay',
  bonusBronstein: 'Bronstein',
  seconds: 'Seconds per move',
  start: 'Starting position',
  standard: 'Standard',
  chess960: 'Chess960',
  automaticDraws: 'End automatically by threefold repetition or the 50-move rule',
  moreOptions: 'More options',
  startGame: 'Start game',
  createInvitation: 'Create invitation',
  yourName: 'Your name',
  whiteName: 'White’s name',
  blackName: 'Black’s name',
  namesMissing: 'Please fill in the player names',
  nameMissing: 'Please fill in your name',
  inviteShort: 'Send a link or share a QR code.',
  characters: {
    400: ['Pip', 'just learned how the pieces move'],
    600: ['Clover', 'likes to trade everything'],
    800: ['Bramble', 'sees one threat at a time'],
    1000: ['Juniper', 'protects pieces, forgets plans'],
    1200: ['Tamsin', 'plays in the park on Sundays'],
    1400: ['Orrin', 'knows a few sharp openings'],
    1600: ['Marlow', 'solid and patient'],
    1800: ['Isolde', 'hunts kings'],
    2000: ['Corvin', 'plays for the club’s first team'],
    2200: ['Selda', 'remembers every endgame'],
    2400: ['Aurel', 'makes few mistakes'],
    2600: ['Ondine', 'makes almost none'],
    2800: ['Vesper', 'waits for yours'],
    2850: ['Tabiya', 'the engine at full strength'],
  } as Readonly<Record<number, readonly [name: string, description: string]>>,

  // The game
  gameOf: (white: string, black: string) => `${white} vs ${black}`,
  computer: 'Computer',
  computerAt: (level: string) => `Computer (${level})`,
  player: 'Player',
  unknownPlayer: 'Unknown',
  spectating: 'You are watching',
  toMove: (color: Side, number: number) => `${side(color)} to move · move ${number}`,
  yourMove: (color: Side, number: number) => `Your move (${side(color)}) · move ${number}`,
  moveNumber: (number: number) => `move ${number}`,
  inCheck: (color: Side) => `${side(color)} is in CHECK`,
  thinking: 'AI is thinking…',
  engineGone: (name: string) =>
    `${name} is no longer on this server. Take back a move or start a new game.`,
  engineFailed: (name: string) => `${name} crashed. Take back a move to retry.`,
  waiting: 'Waiting for your opponent',
  waitingForOpponent: 'Waiting for an opponent',
  ended: (reason: Reason, winner: Side | null, who: (color: Side) => Subject = bySide): string => {
    if (winner === null) return draws[reason] ?? 'Draw';
    const loser = subject(who(winner === 'white' ? 'black' : 'white'));
    const result = wins(who(winner));
    if (reason === 'resignation') return `${loser} resigned. ${result}`;
    if (reason === 'abandoned') return `${loser} left the game. ${result}`;
    if (reason === 'time') return `${loser} ran out of time. ${result}`;
    if (reason === 'recorded') return result;
    return `${result} by checkmate`;
  },
  reconnecting: 'Connection lost. Reconnecting… Your game is safe.',
  connecting: 'Connecting…',
  wrongSecret: 'You are no longer a player in this game; you are watching.',
  inviteUsed: 'This invitation has already been used; you are watching.',
  noGame: 'Game not found',
  moves: 'Moves',
  noMoves: 'No moves yet',
  firstMove: 'First move',
  previousMove: 'Previous move',
  nextMove: 'Next move',
  lastMove: 'Last move',
  viewingEarlier: 'Viewing an earlier position.',
  returnToGame: 'Return to the game',
  undo: 'Undo',
  redo: 'Redo',
  hint: 'Hint',
  hintRole: (what: Role) => `Look for a ${role[what]} move.`,
  hintPiece: (what: Role, square: string) => `Look at the ${role[what]} on ${square}.`,
  hintMove: (san: string) => `The engine suggests ${san}.`,
  hintLoading: 'Asking the engine…',
  nextHint: 'Tell me more',
  evaluate: 'Evaluation',
  flip: 'Flip board',
  offerDraw: 'Offer draw',
  agreeDraw: 'Agree to a draw',
  claimDraw: 'Claim draw',
  claimWin: 'Claim victory',
  claimIn: (time: string) => `You can claim victory in ${time}`,
  disconnected: (who: Subject) => `${subject(who)} disconnected`,
  offline: 'offline',
  resign: 'Resign',
  confirmResign: 'Resign?',
  abort: 'Abort',
  requestTakeback: 'Request takeback',
  giveTime: 'Give 15 seconds',
  rematch: 'Rematch',
  backToCompetition: 'Back to the competition',
  offered: (who: Subject, offer: Offer): string => {
    const you = who.type === 'you';
    if (offer === 'takeback') return `${subject(who)} ${you ? 'requested' : 'requests'} a takeback`;
    return `${subject(who)} ${you ? 'offered' : 'offers'} a ${offer === 'draw' ? 'draw' : 'rematch'}`;
  },
  declined: (who: Subject, offer: Offer) => `${subject(who)} declined the ${offer}`,
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  newGame: 'New game',
  changeLevel: 'Change level',
  gameOver: 'Game over',
  zen: 'Zen mode',
  leaveZen: 'Leave zen mode',
  zenOn: 'Zen mode: only the board, the clocks and the status are shown. Press Escape to leave.',
  zenOff: 'Zen mode is off',
  fullScreen: 'Full screen',
  shortcuts: 'Keyboard shortcuts',
  menu: 'More',
  menuGroups: { game: 'Game', analysis: 'Analysis', view: 'View' },
  names: 'Player names',
  save: 'Save',
  gameSaved: 'Every move is saved automatically.',
  promoteTo: 'Promote to',
  confirmMove: (san: string) => `Play ${san}?`,
  play: 'Play',
  moveInput: 'Type a move, e.g. Nf3 or g1f3',
  moveUnknown: (text: string) => `${text} isn’t legal here`,
  moveAmbiguous: (text: string, from: string) => `${text} is ambiguous: from ${from}?`,
  sideToMove: (color: Side) => `It’s ${side(color)}’s turn`,
  youPlay: (color: Side) => `You are playing ${side(color)}`,
  premoveSet: (from: string, to: string) => `Premove ${from} to ${to}`,
  premoveNumber: (number: number) => `premove ${number}`,
  premoveCanceled: 'Premove canceled',
  premoveImpossible: (from: string, to: string) =>
    `Your premove ${from} to ${to} is no longer possible`,
  timeLow: (who: Subject, text: string) =>
    `${subject(who)} ${who.type === 'you' ? 'have' : 'has'} ${text} left`,
  ahead: (score: number) => `ahead by ${score}`,
  inviteLink: 'Send this link to your opponent. The first person to open it joins the game.',
  inviteOnlyHere:
    'This link only works on this computer. Others can reach it once Tabiya is started with “tabiya serve --addr 0.0.0.0:8064”.',
  copyLink: 'Copy link',
  copied: 'Copied',
  qrCode: 'QR code',
  join: 'Join game',
  watch: 'Watch',

  // Descriptions of moves and squares
  squareEmpty: (square: string) => `${square}, empty`,
  squarePiece: (square: string, piece: string) => `${square}, ${piece}`,
  canMove: (squares: string) => `can move to ${squares}`,
  selected: (piece: string, square: string) => `${piece} on ${square} selected`,
  deselected: 'deselected',
  boardLabel: 'Chessboard. Use the arrow keys to move around and Enter to select and drop a piece.',
  moveDescription: (m: { piece: string; from: string; to: string; takes: string | null }) =>
    m.takes === null
      ? `${m.piece}, ${m.from} to ${m.to}`
      : `${m.piece} on ${m.from} takes ${m.takes} on ${m.to}`,
  castles: (color: Side, short: boolean) =>
    `${side(color)} castles ${short ? 'kingside' : 'queenside'}`,
  promotes: (what: Role) => `promotes to a ${role[what]}`,
  check: 'check',
  checkmate: 'checkmate',
  takenBack: 'Move taken back',
  redone: 'Move redone',

  // Shortcuts
  keys: {
    home: 'Home',
    end: 'End',
    undo: 'Undo',
    redo: 'Redo',
    setup: 'New game',
    fen: 'Position: FEN and PGN',
    navigate: 'Step through the moves',
    ends: 'First and last position',
    flip: 'Flip board',
    hint: 'Hint',
    input: 'Type a move',
    cancel: 'Cancel selection or premoves',
    shift: 'Shift',
    zen: 'Zen mode: only the board and the clocks',
    fullScreen: 'Full screen',
    help: 'This list',
  },

  // Position
  position: 'Position',
  fen: 'FEN',
  fenPaste: 'Type or paste a FEN',
  fenUnreadable: 'That isn’t a valid FEN. A FEN starts with the eight ranks of the board.',
  loadFen: 'Play from here',
  copyFen: 'Copy FEN',
  copyPgn: 'Copy PGN',
  downloadPgn: 'Download PGN',
  editPosition: 'Open in the editor',
  clearBoard: 'Clear board',
  startPosition: 'Starting position',
  castlingRights: 'Castling',
  castlingShort: (color: Side) => `${side(color)} O-O`,
  castlingLong: (color: Side) => `${side(color)} O-O-O`,
  turn: 'Side to move',
  remove: 'Remove pieces',
  movePieces: 'Move pieces',
  putPiece: (piece: string) => `Place a ${piece}`,
  editorHelp: 'Choose a piece and tap squares, or drag pieces around.',
  playBothSides: 'Play both sides',
  playVsComputer: 'Play the computer from here',

  // Library
  columns: {
    id: 'ID',
    white: 'White',
    black: 'Black',
    winner: 'Result',
    moves: 'Moves',
    last_played: 'Last activity',
    status: 'Status',
    event: 'Event',
    site: 'Site',
    date: 'Date',
    round: 'Round',
    white_rating: 'White’s rating',
    black_rating: 'Black’s rating',
    opening: 'Opening',
  },
  search: 'Search',
  filterStatus: 'Status',
  filterWinner: 'Winner',
  all: 'All',
  statusWaiting: 'Waiting',
  statusPlaying: 'In progress',
  statusOver: 'Finished',
  statusNoResult: 'No result',
  statusUnfinished: 'Unfinished',
  winnerWhite: 'White',
  winnerBlack: 'Black',
  winnerDraw: 'Draw',
  noGames: 'No games yet',
  noMatches: 'No games found',
  filterWhose: 'Games',
  whoseAll: 'All games',
  whoseMine: 'My games',
  whoseRemoved: 'Deleted',
  noneMine: 'You have not played any games yet',
  noneRemoved: 'No deleted games',
  restored: (count: number) => (count === 1 ? '1 game restored' : `${count} games restored`),
  clearSelection: 'Clear selection',
  dropFile: 'Drop files to import their games',
  open: 'Open',
  continueThis: 'Continue',
  delete: 'Delete',
  deleted: (count: number) => (count === 1 ? '1 game deleted' : `${count} games deleted`),
  restore: 'Restore',
  importGames: 'Import',
  exportAs: 'Export as',
  exportPgn: 'PGN',
  exportClub: 'Club file',
  exportJson: 'JSON',
  selectGame: (white: string, black: string) => `Select ${white} vs ${black}`,
  page: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  sortBy: (column: string) => `Sort by ${column}`,

  // Settings
  settingGroups: {
    general: 'Language and appearance',
    board: 'Board and pieces',
    play: 'Play',
    sound: 'Sound',
    accessibility: 'Accessibility',
  },
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  board: 'Board',
  boards: { walnut: 'Walnut', slate: 'Slate', sea: 'Sea', contrast: 'High contrast' },
  pieces: 'Pieces',
  pieceSets: { classic: 'Classic', flat: 'Flat', shapes: 'Shapes' },
  language: 'Language',
  boardSize: 'Board size',
  boardSizeHelp: 'Drag to resize the board, or double-click for the largest size',
  animation: 'Animation',
  animations: { 0: 'Off', 120: 'Fast', 220: 'Normal', 400: 'Slow' } as Readonly<
    Record<number, string>
  >,
  sound: 'Sounds',
  coordinates: 'Coordinates',
  destinations: 'Show legal moves',
  premoves: 'Premoves',
  confirm: 'Confirm moves',
  confirms: { never: 'Never', touch: 'On touch screens', always: 'Always' },
  notice: 'Check, checkmate and stalemate',
  notices: { dialog: 'Dialog', quiet: 'Status bar only' },
  notation: 'Piece notation',
  notations: {
    local: 'N, B, R',
    english: 'English',
    figurines: 'Figurines',
  },
  turnBoard: 'Flip the board after every move',
};

/** The texts that every language has. */
export type Messages = typeof en;
