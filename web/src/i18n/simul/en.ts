/** Texts about simuls in English. */
import type { SimulState } from '../../wire/SimulState';
import type { Side } from '../../wire/Side';

const boards = (count: number): string => (count === 1 ? '1 board' : `${count} boards`);

export const simulEn = {
  title: 'Simuls',
  help: 'One player against many, each on a board and with a clock of their own.',
  none: 'No simuls yet',
  create: 'Create simul',
  newSimul: 'New simul',
  onlyOrganizers: 'Organizers can create simuls.',
  name: 'Name',
  namePlaceholder: 'Simul with our trainer',
  nameMissing: 'Give the simul a name.',
  exhibitor: 'Exhibitor',
  exhibitorMissing: 'Choose the simul giver.',
  yourself: (name: string) => `${name} (you)`,
  opponents: 'Opponents',
  chosen: (count: number) => (count === 1 ? '1 opponent chosen' : `${count} opponents chosen`),
  colors: 'The exhibitor plays',
  colorChoices: {
    white: 'White',
    black: 'Black',
    alternating: 'Alternating',
  },
  exhibitorClock: 'The exhibitor’s clock on every board',
  opponentClock: 'The clock of each opponent',
  boards,
  states: {
    running: 'Running',
    over: 'Over',
    called_off: 'Called off',
  } satisfies Record<SimulState, string>,

  by: (exhibitor: string) => `${exhibitor} plays against all`,
  score: 'Score of the exhibitor',
  running: (count: number) => `${count} running`,
  waiting: (count: number) =>
    count === 1 ? '1 board waits for you' : `${boards(count)} wait for you`,
  noneWaiting: 'No other board waits for a move.',
  next: 'Next waiting board',
  previous: 'Previous waiting board',
  keys: 'Keys: N for the next board that waits, P for the one before.',
  boardOf: (number: number, opponent: string) => `Board ${number}: ${opponent}`,
  toMove: { exhibitor: 'Exhibitor’s move', opponent: 'Opponent’s move' },
  yourTurn: 'Your move',
  outcomes: { win: 'The exhibitor won', draw: 'Draw', loss: 'The exhibitor lost' },
  marks: { win: '1', draw: '½', loss: '0' },
  aborted: 'Aborted',
  yourBoard: (number: number) => `You play on board ${number}.`,
  play: 'Play',
  watch: 'Watch',
  gamePage: 'Open the page of this game',
  allBoards: 'All boards',
  download: 'Download all games (PGN)',
  callOff: 'Call off',
  callOffQuestion: 'Call the simul off?',
  callOffHelp: 'All games are aborted. This is possible only before the first move.',
  end: 'End simul',
  endQuestion: 'End the simul?',
  endHelp: (count: number) =>
    count === 1
      ? 'One game is still being played. It is aborted and has no result.'
      : `${count} games are still being played. They are aborted and have no result.`,
  cancel: 'Cancel',
  isCalledOff: 'This simul was called off.',
  isOver: 'This simul is over.',
  notFound: 'Simul not found',
  notFoundHelp: 'The link may be incomplete.',
  allSimuls: 'All simuls',
  connectionLost: 'Connection lost. The boards will be up to date again in a moment.',

  homeExhibitor: (name: string) => `Your simul: ${name}`,
  homeOpponent: (name: string) => `You play in ${name}`,
  homeBoard: (board: number, color: Side, exhibitor: string) =>
    `Board ${board}: ${color === 'white' ? 'White' : 'Black'} against ${exhibitor}`,
  homeBoards: 'Your opponents are waiting.',
  open: 'Open simul',
};

export type SimulMessages = typeof simulEn;
