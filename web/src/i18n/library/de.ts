/** Texte über die Tabelle der Bibliothek auf Deutsch. */
import type { LibraryMessages } from './en';

const number = new Intl.NumberFormat('de');
const games = (count: number): string =>
  count === 1 ? '1 Partie' : `${number.format(count)} Partien`;

export const libraryDe: LibraryMessages = {
  games: 'Partien',
  keys:
    'Mit den Pfeiltasten gehst du von Partie zu Partie, die Leertaste wählt aus, die ' +
    'Umschalttaste mit einer Pfeiltaste wählt mehrere aus, die Eingabetaste öffnet, ' +
    'Umschalttaste und F10 öffnen das Menü.',
  found: games,
  selected: (count) => `${number.format(count)} ausgewählt`,
  selectAll: 'Alle gefundenen Partien auswählen',
  exportLimit: (limit) =>
    `Für einen Export wähle höchstens ${games(limit)} aus oder alle gefundenen.`,
  filters: 'Filtern und sortieren',
  clearFilters: 'Suche und Filter zurücksetzen',
  emptyHelp: 'Hier stehen die Partien, die du spielst. Du kannst auch PGN-Dateien importieren.',
  eco: 'ECO',

  actionsOf: (white, black) => `Aktionen: ${white} – ${black}`,
  copyFailed: 'Dein Browser erlaubt das Kopieren nicht',

  details: 'Angaben zur Partie',
  finalPosition: 'Schlussstellung',
  currentPosition: 'Aktuelle Stellung',
  tags: 'PGN-Tags',
  copyId: 'ID kopieren',

  confirmDelete: (count) => `${games(count)} löschen?`,
  confirmHelp: 'Gelöschte Partien kannst du wiederherstellen.',
  deleting: (done, total) => `Wird gelöscht … ${number.format(done)} von ${number.format(total)}`,
  restoring: (done, total) =>
    `Wird wiederhergestellt … ${number.format(done)} von ${number.format(total)}`,
};
