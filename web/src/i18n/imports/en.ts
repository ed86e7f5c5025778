/** What is said about imports, and about games that came from files, in English. */
const number = new Intl.NumberFormat('en');
const games = (count: number): string =>
  count === 1 ? 'one game' : `${number.format(count)} games`;
const were = (count: number): string => (count === 1 ? 'was' : 'were');
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const importsEn = {
  paste: 'Paste PGN, a club file or a FEN',
  kinds: 'Or choose files, or drop them here: PGN (also as .gz, .zst or .zip), club files, FEN.',
  chooseFiles: 'Choose files',
  pasted: 'Pasted text',
  importing: 'Importing',
  waiting: 'Waiting',
  sending: 'Sending…',
  progress: (percent: number, count: number) => `${percent}% · ${games(count)} so far`,
  cancel: 'Cancel import',
  reallyCancel: 'Cancel the import? Games that were imported already stay.',
  keepImporting: 'Keep importing',
  leftPage: 'The import was canceled. Games that were imported already stay.',

  added: (count: number) => `${capital(games(count))} ${were(count)} imported.`,
  duplicates: (count: number) => `${capital(games(count))} ${were(count)} already there.`,
  restored: (count: number) =>
    `${capital(games(count))} had been deleted and ${were(count)} restored.`,
  unreadable: (count: number) => `${capital(games(count))} could not be read.`,
  canceled: (count: number) =>
    `The import was canceled. ${capital(games(count))} ${were(count)} imported before. ` +
    'Import the same file again to go on; games already there are skipped.',
  stopped: (name: string, reason: string) => `${name}: ${reason}`,
  another: 'Import more',
  again: 'Import the same file again to go on; games already there are skipped.',
  errors: (count: number) =>
    count === 1 ? 'One problem was found:' : `${number.format(count)} problems were found:`,
  place: (game: number, line: number | null, column: number | null) =>
    [
      `Game ${number.format(game)}`,
      line === null ? [] : `line ${line}`,
      column === null ? [] : `column ${column}`,
    ]
      .flat()
      .join(', '),
  rest: 'The rest of the game was kept.',
  gone: 'The game was not imported.',
  moreErrors: (count: number) => `… and ${number.format(count)} more`,

  event: 'Event',
  site: 'Site',
  date: 'Date',
  round: 'Round',
  ratings: 'Ratings',
  termination: 'Termination',
  roundOf: (round: string) => `round ${round}`,
  source: 'About this game',
  annotated: 'This game has comments or variations.',
  gameId: (id: string) => `Game ${id}`,
  sort: 'Sort by',
  ascending: 'Ascending; turn the order around',
  descending: 'Descending; turn the order around',
  searchHint: 'Name, event, site, opening, ECO code, year',
};

/** What every language says about imports. */
export type ImportWords = typeof importsEn;
