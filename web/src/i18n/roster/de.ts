/** Texte über die Mitgliederliste und ihre Karten auf Deutsch. */
import type { RosterMessages } from './en';

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

export const rosterDe: RosterMessages = {
  onlyOrganizers:
    'Nur Organisatoren und der Administrator dieses Servers können die Mitglieder verwalten.',
  help: 'Mitglieder melden sich mit Karte oder Passwort an und haben ihre Partien auf jedem Gerät.',
  group: 'Gruppe',
  groupHint: 'Klasse oder Mannschaft, z.\u00a0B.\u00a05a',
  noGroup: 'Ohne Gruppe',
  allGroups: 'Alle Gruppen',
  rating: 'Wertungszahl',
  ratingHint: '100 bis 4000 oder leer',
  role: 'Rolle',
  roles: { member: 'Mitglied', organizer: 'Organisator' },
  signIn: 'Anmeldung',
  card: 'Karte',
  password: 'Passwort',
  noSignIn: 'Noch keine',
  search: 'Nach Namen suchen',
  noneFound: 'Keine Mitglieder gefunden',
  people: (number) => count(number, 'Mitglied', 'Mitglieder'),
  edit: 'Bearbeiten',
  editMember: (name) => `${name} bearbeiten`,
  saved: (name) => `${name} wurde gespeichert.`,
  added: (name) => `${name} wurde hinzugefügt.`,
  optionalPassword: 'Passwort (optional)',
  organizerPassword: 'Organisatoren melden sich mit Passwort an; sie haben keine Karte.',
  roleHelp: 'Ein Organisator verwaltet Mitglieder und Turniere.',

  importList: 'Liste einlesen',
  exportList: 'Liste speichern',
  importHelp:
    'Eine Tabelle, als CSV gespeichert, mit einer Spalte für die Namen und, wenn du magst, für Klassen und Wertungszahlen. Du siehst, was passiert, bevor etwas gespeichert wird.',
  chooseFile: 'Datei wählen…',
  otherFile: 'Andere Datei wählen…',
  dropHere: 'oder hierher ziehen',
  reading: 'Die Datei wird gelesen…',
  line: 'Zeile',
  outcome: 'Was passiert',
  outcomes: { new: 'Neu', changed: 'Geändert', unchanged: 'Unverändert', error: 'Fehler' },
  before: (value) => `bisher ${value}`,
  none: 'ohne',
  summary: (added, changed, unchanged) =>
    `${added} neu, ${changed} geändert, ${unchanged} unverändert`,
  wrongRows: (number) =>
    `${count(number, 'Zeile ist', 'Zeilen sind')} fehlerhaft. Verbessere die Datei und wähle sie noch einmal; es wurde nichts gespeichert.`,
  ignoredColumns: (names) => `Nicht verwendete Spalten: ${names}`,
  nothingToDo: 'Das alles steht schon in der Liste.',
  importNow: (number) => `${count(number, 'Mitglied', 'Mitglieder')} einlesen`,
  imported: (added, changed) => `Liste eingelesen: ${added} neu, ${changed} geändert.`,
  rowErrors: {
    no_name: () => 'Der Name fehlt.',
    long_name: (max) => `Der Name hat mehr als ${max} Zeichen.`,
    bad_character: (character) => `Namen können kein „${character}“ enthalten.`,
    reserved_name: (name) => `Der Name „${name}“ ist für den Server reserviert.`,
    looks_like_member: (name) =>
      `Sieht aus wie das Mitglied „${name}“, ist aber anders geschrieben.`,
    duplicate_name: (line) => `Gleicher oder gleich aussehender Name wie in Zeile ${line}.`,
    bad_group: () => 'Der Name einer Gruppe hat höchstens 32 Zeichen.',
    bad_rating: (rating) => `„${rating}“ ist keine Wertungszahl von 100 bis 4000.`,
    admin_only: (name) =>
      `${name} ist Organisator; diesen Eintrag kann nur der Administrator ändern.`,
  },

  cards: 'Karten',
  cardsHelp:
    'Drucke die Karten und schneide sie an den Linien aus. Kinder halten ihre Karte vor die Kamera oder tippen den Code unter der angegebenen Adresse ein.',
  cardsOnlyHere:
    'Dieser Server ist nur von diesem Computer aus erreichbar, deshalb funktionieren die QR-Codes auf anderen Geräten nicht. Starte den Server zuerst in deinem Netzwerk.',
  issueMissing: 'Fehlende Karten erstellen',
  issued: (number) =>
    number === 0
      ? 'Alle haben eine Karte.'
      : `${count(number, 'Karte wurde', 'Karten wurden')} erstellt.`,
  print: 'Drucken',
  noCards: 'Noch keine Karten',
  back: 'Zurück zu den Mitgliedern',
  newCard: 'Neue Karte',
  makeCard: 'Karte erstellen',
  revokeCard: 'Karte sperren',
  hasCard: 'Hat eine Karte',
  hasNoCard: 'Hat keine Karte',
  confirmNewCard: (name) => `Neue Karte für ${name}?`,
  newCardHelp:
    'Die alte Karte gilt sofort nicht mehr, und Geräte, die mit ihr angemeldet sind, werden abgemeldet.',
  cardReplaced: (name) => `${name} hat eine neue Karte: unter „Karten“ drucken.`,
  cardRevoked: (name) => `Die Karte von ${name} ist gesperrt.`,
  cardFor: (address) => `Scannen oder Code eintippen: ${address}`,
  qrOf: (name) => `QR-Code von ${name}`,

  cardLogin: 'Mit deiner Karte anmelden',
  code: 'Code',
  codeHelp: 'Tippe die 8 Buchstaben und Ziffern von deiner Karte ein.',
  enter: 'Los geht’s',
  welcome: (name) => `Hallo ${name}!`,
};
