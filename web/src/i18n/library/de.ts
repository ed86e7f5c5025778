/** Texte über die Tabelle der Bibliothek auf Deutsch. */
import type { LibraryMessages } from './en';
import { numberText } from '../units';

const number = (value: number): string => numberText('de', value);
const games = (count: number): string => (count === 1 ? '1 Partie' : `${number(count)} Partien`);

export const libraryDe: LibraryMessages = {
  games: 'Partien',
  keys:
    'Mit den Pfeiltasten gehst du von Partie zu Partie, die Leertaste wählt aus, die ' +
    'Umschalttaste mit einer Pfeiltaste wählt mehrere aus, die Eingabetaste öffnet, ' +
    'Umschalttaste und F10 öffnen das Menü.',
  found: games,
  foundAbout: (count) => `Etwa ${games(count)}`,
  onlyFirst: (count) =>
    `Das sind die ersten ${games(count)}. Mit Suche, Filtern oder einer anderen Sortierung ` +
    'findest du die übrigen.',
  selected: (count) => `${number(count)} ausgewählt`,
  selectAll: 'Alle gefundenen Partien auswählen',
  exportLimit: (limit) =>
    `Für einen Export wähle höchstens ${games(limit)} aus oder alle gefundenen.`,
  filters: 'Filtern und sortieren',
  clearFilters: 'Suche und Filter zurücksetzen',
  emptyHelp: 'Hier stehen die Partien, die du spielst. Du kannst auch PGN-Dateien importieren.',
  shared: 'Alle auf diesem Server können diese Partien sehen.',
  skipToGames: 'Zu den Partien',
  moves: (count) => (count === 1 ? '1 Zug' : `${number(count)} Züge`),
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
  notYoursAlone: 'Nur der Administrator kann eine Partie zwischen zwei Personen löschen.',
  deleting: (done, total) => `Wird gelöscht … ${number(done)} von ${number(total)}`,
  restoring: (done, total) => `Wird wiederhergestellt … ${number(done)} von ${number(total)}`,
};
