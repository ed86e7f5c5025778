/** Texte über Importe und importierte Partien auf Deutsch. */
import type { ImportMessages } from './en';
import { numberText } from '../units';

const number = (value: number): string => numberText('de', value);
const games = (count: number): string => (count === 1 ? '1 Partie' : `${number(count)} Partien`);
const were = (count: number): string => (count === 1 ? 'wurde' : 'wurden');

export const importsDe: ImportMessages = {
  paste: 'PGN, eine Vereinsdatei oder eine FEN einfügen',
  kinds:
    'Oder wähle Dateien oder lege sie hier ab: PGN (auch .gz, .zst oder .zip), Vereinsdateien, FEN.',
  chooseFiles: 'Dateien wählen',
  pasted: 'Eingefügter Text',
  importing: 'Import läuft …',
  waiting: 'Wartet',
  sending: 'Wird hochgeladen …',
  progress: (percent, count) => `${percent} % · bisher ${games(count)}`,
  cancel: 'Import abbrechen',
  reallyCancel: 'Import abbrechen? Bereits importierte Partien bleiben erhalten.',
  keepImporting: 'Weiter importieren',
  leftPage: 'Import abgebrochen. Bereits importierte Partien bleiben erhalten.',

  added: (count) => `${games(count)} ${were(count)} importiert.`,
  duplicates: (count) =>
    `${games(count)} ${count === 1 ? 'war' : 'waren'} schon in der Bibliothek.`,
  restored: (count) =>
    `${games(count)} ${count === 1 ? 'war' : 'waren'} gelöscht und ${were(count)} wiederhergestellt.`,
  unreadable: (count) => `${games(count)} ${count === 1 ? 'war' : 'waren'} nicht lesbar.`,
  canceled: (count) =>
    `Import nach ${games(count)} abgebrochen. ` +
    'Importiere dieselbe Datei noch einmal, um fortzufahren; vorhandene Partien werden übersprungen.',
  stopped: (name, reason) => `${name}: ${reason}`,
  another: 'Mehr importieren',
  again:
    'Importiere dieselbe Datei noch einmal, um fortzufahren; vorhandene Partien werden übersprungen.',
  errors: (count) => (count === 1 ? '1 Fehler gefunden:' : `${number(count)} Fehler gefunden:`),
  place: (game, line, column) =>
    `${[
      `Partie ${number(game)}`,
      line === null ? [] : `Zeile ${line}`,
      column === null ? [] : `Spalte ${column}`,
    ]
      .flat()
      .join(', ')}:`,
  at: (line, column, reason) => `Zeile ${line}, Spalte ${column}: ${reason}`,
  restImported: 'Was von der Partie lesbar war, wurde importiert.',
  gameSkipped: 'Die Partie wurde übersprungen.',
  moreErrors: (count) => `… und ${number(count)} weitere`,

  event: 'Turnier',
  site: 'Ort',
  date: 'Datum',
  round: 'Runde',
  ratings: 'Elo',
  termination: 'Partieende',
  source: 'Über diese Partie',
  annotated: 'Diese Partie hat Kommentare oder Varianten.',
  sort: 'Sortieren nach',
  ascending: 'Aufsteigend (Reihenfolge umkehren)',
  descending: 'Absteigend (Reihenfolge umkehren)',
  searchPlaceholder: 'Name, Turnier, Eröffnung',
  searchHint: 'Name, Turnier, Ort, Eröffnung, ECO-Code, Jahr',
};
