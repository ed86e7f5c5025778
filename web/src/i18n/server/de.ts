/** Texte über den Server auf Deutsch. */
import type { BackupErrorKind } from '../../wire/BackupErrorKind';
import type { KindTexts } from '../kinds';
import type { ServerMessages } from './en';

/** Warum eine Sicherung fehlgeschlagen ist. */
const backupErrorsDe: KindTexts<BackupErrorKind> = {
  library_unreadable: ({ path, reason }) => `${path} ist nicht lesbar (${reason}).`,
  not_library: ({ path }) => `${path} ist keine Bibliothek von Tabiya.`,
  newer_library: ({ path }) => `${path} stammt von einer neueren Version von Tabiya.`,
  library_damaged: ({ path, reason }) => `${path} ist beschädigt (${reason}).`,
  library_replaced: ({ path }) => `${path} wurde gelöscht oder ersetzt, während der Server lief.`,
  unwritable: ({ path, reason }) => `${path} lässt sich nicht schreiben (${reason}).`,
  exists: ({ path }) => `${path} gibt es schon; die Datei wurde nicht überschrieben.`,
  running: ({ path }) => `${path} wird gerade von einer anderen Sicherung geschrieben.`,
  busy: 'Die Bibliothek war zu stark ausgelastet.',
  database: ({ reason }) => `Die Datenbank meldet einen Fehler (${reason}).`,
  copy_damaged: ({ reason }) => `Die Kopie ist beschädigt (${reason}).`,
  no_thread: ({ reason }) => `Das System konnte keinen Thread dafür starten (${reason}).`,
  internal: 'Auf dem Server ist etwas schiefgegangen. Der Fehler wurde protokolliert.',
};

export const serverDe: ServerMessages = {
  onlyAdmin: 'Nur der Administrator kann den Zustand dieses Servers sehen.',
  help: 'Speicher, Auslastung und Sicherungen. Diese Seite aktualisiert sich selbst.',

  storage: 'Speicher',
  sizeOfLibrary: 'Größe der Bibliothek',
  ofLimit: (size, limit) => `${size} von ${limit}`,
  noLimit: (size) => `${size} (unbegrenzt)`,
  perHour: (size) => `Jedes Mitglied und jeder Besucher kann bis zu ${size} pro Stunde hinzufügen.`,

  load: 'Zurzeit',
  connections: 'Verbindungen',
  games: 'Laufende Partien',
  searches: 'Laufende Berechnungen',
  running: (busy, workers) => `${busy} von ${workers}`,
  waiting: 'Wartende Berechnungen',

  clients: 'Wer am meisten gespeichert hat',
  clientsHelp: 'Seit dem Start des Servers. Besucher sind mit ihrer Adresse aufgeführt.',
  client: 'Name oder Adresse',
  stored: 'Gespeichert',
  unstarted: 'Partien ohne Zug',
  noClients: 'Seit dem Start des Servers wurde nichts gespeichert.',
  unknownClient: '(unbekannt)',

  backups: 'Sicherungen',
  backupsOff: 'Sicherungen sind ausgeschaltet.',
  backupsOffHelp: 'Für eine tägliche Sicherung starte den Server mit dieser Option:',
  lastBackup: 'Letzte Sicherung',
  noBackupYet: 'Noch keine seit dem Start des Servers',
  contents: 'Inhalt',
  backupContents: (size, games, count) => `${size}, ${count} ${games === 1 ? 'Partie' : 'Partien'}`,
  file: 'Datei',
  folder: 'Ordner',
  interval: 'Abstand',
  kept: 'Aufbewahrte Sicherungen',
  failed: (time, reason) => `Die Sicherung vom ${time} ist fehlgeschlagen: ${reason}`,
  damaged: (games, count) =>
    `Die Bibliothek hat ${count} beschädigte ${games === 1 ? 'Partie' : 'Partien'}; ältere Sicherungen bleiben erhalten:`,
  backupErrors: backupErrorsDe,
};
