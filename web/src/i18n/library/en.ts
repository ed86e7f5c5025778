/** Texts about the table of the library in English. */
import { numberText } from '../units';

const number = (value: number): string => numberText('en', value);
const games = (count: number): string => (count === 1 ? '1 game' : `${number(count)} games`);

export const libraryEn = {
  games: 'Games',
  keys:
    'The arrow keys move between games, Space selects, Shift with an arrow key selects several, ' +
    'Enter opens, Shift and F10 opens the menu.',
  found: games,
  foundAbout: (count: number) => `About ${games(count)}`,
  onlyFirst: (count: number) =>
    `These are the first ${games(count)}. Search, filter or sort to find the others.`,
  selected: (count: number) => `${number(count)} selected`,
  selectAll: 'Select all games found',
  exportLimit: (limit: number) =>
    `To export, select at most ${games(limit)}, or all that were found.`,
  filters: 'Filter and sort',
  clearFilters: 'Clear search and filters',
  emptyHelp: 'The games you play are listed here. You can also import PGN files.',
  shared: 'Everyone on this server can see these games.',
  skipToGames: 'Skip to the games',
  moves: (count: number) => (count === 1 ? '1 move' : `${number(count)} moves`),
  eco: 'ECO',

  actionsOf: (white: string, black: string) => `Actions: ${white} vs ${black}`,
  copyFailed: 'Your browser does not allow copying',

  details: 'Game details',
  finalPosition: 'Final position',
  currentPosition: 'Current position',
  tags: 'PGN tags',
  copyId: 'Copy ID',

  confirmDelete: (count: number) => `Delete ${games(count)}?`,
  confirmHelp: 'You can restore deleted games.',
  notYoursAlone: 'Only the admin can delete a game between two people.',
  deleting: (done: number, total: number) => `Deleting… ${number(done)} of ${number(total)}`,
  restoring: (done: number, total: number) => `Restoring… ${number(done)} of ${number(total)}`,
};

/** The texts that every language has about the table of the library. */
export type LibraryMessages = typeof libraryEn;
