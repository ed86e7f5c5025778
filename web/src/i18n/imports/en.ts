/** Texts about imports and imported games in English. */
import { numberText } from '../units';

const number = (value: number): string => numberText('en', value);
const games = (count: number): string => (count === 1 ? '1 game' : `${number(count)} games`);
const were = (count: number): string => (count === 1 ? 'was' : 'were');

export const importsEn = {
  paste: 'Paste PGN, a club file or a FEN',
  kinds: 'Or choose files or drop them here: PGN (also .gz, .zst or .zip), club files, FEN.',
  chooseFiles: 'Choose files',
  pasted: 'Pasted text',
  importing: 'Importing…',
  waiting: 'Waiting',
  sending: 'Uploading…',
  progress: (percent: number, count: number) => `${percent}% · ${games(count)} so far`,
  cancel: 'Cancel import',
  reallyCancel: 'Cancel the import? Games already imported are kept.',
  keepImporting: 'Keep importing',
  leftPage: 'Import canceled. Games already imported are kept.',

  added: (count: number) => `${games(count)} ${were(count)} imported.`,
  duplicates: (count: number) => `${games(count)} ${were(count)} already in the library.`,
  restored: (count: number) => `${games(count)} had been deleted and ${were(count)} restored.`,
  unreadable: (count: number) => `${games(count)} could not be read.`,
  canceled: (count: number) =>
    `Import canceled after ${games(count)}. ` +
    'Import the same file again to continue; games already in the library are skipped.',
  stopped: (name: string, reason: string) => `${name}: ${reason}`,
  another: 'Import more',
  again: 'Import the same file again to continue; games already in the library are skipped.',
  errors: (count: number) =>
    count === 1 ? '1 problem found:' : `${number(count)} problems found:`,
  place: (game: number, line: number | null, column: number | null) =>
    `${[
      `Game ${number(game)}`,
      line === null ? [] : `line ${line}`,
      column === null ? [] : `column ${column}`,
    ]
      .flat()
      .join(', ')}:`,
  at: (line: number, column: number, reason: string) => `Line ${line}, column ${column}: ${reason}`,
  restImported: 'What could be read of the game was imported.',
  gameSkipped: 'The game was skipped.',
  moreErrors: (count: number) => `… and ${number(count)} more`,

  event: 'Event',
  site: 'Site',
  date: 'Date',
  round: 'Round',
  ratings: 'Ratings',
  termination: 'Termination',
  source: 'About this game',
  annotated: 'This game has comments or variations.',
  sort: 'Sort by',
  ascending: 'Ascending (reverse order)',
  descending: 'Descending (reverse order)',
  searchPlaceholder: 'Name, event, opening',
  searchHint: 'Name, event, site, opening, ECO code, year',
};

/** The texts that every language has about imports. */
export type ImportMessages = typeof importsEn;
