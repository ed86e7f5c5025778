/** Texte über den Server auf Deutsch. */
import type { ServerMessages } from './en';

export const serverDe: ServerMessages = {
  title: 'Server',
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
};
