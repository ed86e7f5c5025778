/** What is said about imports, and about games that came from files, in German. */
import type { ImportWords } from './en';

const number = new Intl.NumberFormat('de');
const games = (count: number): string =>
  count === 1 ? 'Eine Partie' : `${number.format(count)} Partien`;
const were = (count: number): string => (count === 1 ? 'wurde' : 'wurden');

export const importsDe: ImportWords = {
  paste: 'PGN, eine Vereinsdatei oder eine FEN einfügen',
  kinds:
    'Oder Dateien wählen oder hier ablegen: PGN (auch als .gz, .zst oder .zip), Vereinsdateien, FEN.',
  chooseFiles: 'Dateien wählen',
  pasted: 'Eingefügter Text',
  importing: 'Import läuft',
  waiting: 'Wartet',
  sending: 'Wird gesendet…',
  progress: (percent, count) =>
    `${percent} % · bisher ${count === 1 ? 'eine Partie' : games(count)}`,
  cancel: 'Import abbrechen',
  reallyCancel: 'Den Import abbrechen? Bereits importierte Partien bleiben.',
  keepImporting: 'Weiter importieren',
  leftPage: 'Der Import wurde abgebrochen. Bereits importierte Partien bleiben.',

  added: (count) => `${games(count)} ${were(count)} importiert.`,
  duplicates: (count) => `${games(count)} ${count === 1 ? 'war' : 'waren'} schon da.`,
  restored: (count) =>
    `${games(count)} ${count === 1 ? 'war' : 'waren'} gelöscht und ${were(count)} wiederhergestellt.`,
  unreadable: (count) => `${games(count)} ${count === 1 ? 'war' : 'waren'} nicht lesbar.`,
  canceled: (count) =>
    `Der Import wurde abgebrochen. Vorher ${were(count)} ${count === 1 ? 'eine Partie' : games(count)} importiert. ` +
    'Importiere dieselbe Datei noch einmal, um fortzufahren; vorhandene Partien werden übersprungen.',
  stopped: (name, reason) => `${name}: ${reason}`,
  another: 'Mehr importieren',
  again:
    'Importiere dieselbe Datei noch einmal, um fortzufahren; vorhandene Partien werden übersprungen.',
  errors: (count) =>
    count === 1 ? 'Ein Fehler wurde gefunden:' : `${number.format(count)} Fehler wurden gefunden:`,
  place: (game, line, column) =>
    [
      `Partie ${number.format(game)}`,
      line === null ? [] : `Zeile ${line}`,
      column === null ? [] : `Spalte ${column}`,
    ]
      .flat()
      .join(', '),
  rest: 'Der Rest der Partie wurde übernommen.',
  gone: 'Die Partie wurde nicht importiert.',
  moreErrors: (count) => `… und ${number.format(count)} weitere`,

  event: 'Turnier',
  site: 'Ort',
  date: 'Datum',
  round: 'Runde',
  ratings: 'Wertungszahlen',
  termination: 'Partieende',
  roundOf: (round) => `Runde ${round}`,
  source: 'Zu dieser Partie',
  annotated: 'Diese Partie hat Kommentare oder Varianten.',
  gameId: (id) => `Partie ${id}`,
  sort: 'Sortieren nach',
  ascending: 'Aufsteigend; Reihenfolge umkehren',
  descending: 'Absteigend; Reihenfolge umkehren',
  searchHint: 'Name, Turnier, Ort, Eröffnung, ECO-Code, Jahr',
};
