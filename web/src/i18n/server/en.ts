/** Texts about the server in English. */
import type { BackupErrorKind } from '../../wire/BackupErrorKind';
import type { KindTexts } from '../kinds';

/** Why a backup failed. */
const backupErrorsEn: KindTexts<BackupErrorKind> = {
  library_unreadable: ({ path, reason }) => `${path} can’t be read (${reason}).`,
  not_library: ({ path }) => `${path} is not a Tabiya library.`,
  newer_library: ({ path }) => `${path} was written by a newer version of Tabiya.`,
  library_damaged: ({ path, reason }) => `${path} is damaged (${reason}).`,
  library_replaced: ({ path }) => `${path} was deleted or replaced while the server was running.`,
  unwritable: ({ path, reason }) => `${path} can’t be written (${reason}).`,
  exists: ({ path }) => `${path} already exists; it was not overwritten.`,
  running: ({ path }) => `${path} is being written by another backup.`,
  busy: 'The library was too busy.',
  database: ({ reason }) => `The database reported an error (${reason}).`,
  copy_damaged: ({ reason }) => `The copy is damaged (${reason}).`,
  no_thread: ({ reason }) => `The system could not start a thread for it (${reason}).`,
  internal: 'Something went wrong on the server. It has been logged.',
};

export const serverEn = {
  onlyAdmin: 'Only the admin can see the state of this server.',
  help: 'Storage, load and backups. This page updates itself.',

  storage: 'Storage',
  sizeOfLibrary: 'Size of the library',
  ofLimit: (size: string, limit: string) => `${size} of ${limit}`,
  noLimit: (size: string) => `${size} (no limit)`,
  perHour: (size: string) => `Each member or visitor can add up to ${size} per hour.`,

  load: 'Right now',
  connections: 'Connections',
  games: 'Live games',
  searches: 'Engine searches',
  running: (busy: string, workers: string) => `${busy} of ${workers}`,
  waiting: 'Searches waiting',

  clients: 'Who stored the most',
  clientsHelp: 'Since the server was started. Visitors are listed by address.',
  client: 'Name or address',
  stored: 'Stored',
  unstarted: 'Games without a move',
  noClients: 'Nothing has been stored since the server was started.',
  unknownClient: '(unknown)',

  backups: 'Backups',
  backupsOff: 'Backups are off.',
  backupsOffHelp: 'To have one made every day, start the server with this option:',
  lastBackup: 'Last backup',
  noBackupYet: 'None since the server was started',
  contents: 'Contents',
  backupContents: (size: string, games: number, count: string) =>
    `${size}, ${count} ${games === 1 ? 'game' : 'games'}`,
  file: 'File',
  folder: 'Folder',
  interval: 'Interval',
  kept: 'Backups kept',
  failed: (time: string, reason: string) => `The backup of ${time} failed: ${reason}`,
  damaged: (games: number, count: string) =>
    `The library has ${count} damaged ${games === 1 ? 'game' : 'games'}; older backups are kept:`,
  backupErrors: backupErrorsEn,
};

/** The texts that every language has about the server. */
export type ServerMessages = typeof serverEn;
