/** Les textes du serveur en français. */
import type { BackupErrorKind } from '../../wire/BackupErrorKind';
import type { KindTexts } from '../kinds';
import type { ServerMessages } from './en';

/** Pourquoi une sauvegarde a échoué. */
const backupErrorsFr: KindTexts<BackupErrorKind> = {
  library_unreadable: ({ path, reason }) => `${path} est illisible (${reason}).`,
  not_library: ({ path }) => `${path} n’est pas une bibliothèque de Tabiya.`,
  newer_library: ({ path }) => `${path} a été écrit par une version plus récente de Tabiya.`,
  library_damaged: ({ path, reason }) => `${path} est endommagé (${reason}).`,
  library_replaced: ({ path }) =>
    `${path} a été supprimé ou remplacé pendant que le serveur fonctionnait.`,
  unwritable: ({ path, reason }) => `Impossible d’écrire ${path} (${reason}).`,
  exists: ({ path }) => `${path} existe déjà ; le fichier n’a pas été écrasé.`,
  running: ({ path }) => `${path} est en cours d’écriture par une autre sauvegarde.`,
  busy: 'La bibliothèque était trop sollicitée.',
  database: ({ reason }) => `La base de données signale une erreur (${reason}).`,
  copy_damaged: ({ reason }) => `La copie est endommagée (${reason}).`,
  no_thread: ({ reason }) => `Le système n’a pas pu démarrer de thread (${reason}).`,
  internal: 'Une erreur est survenue sur le serveur ; elle a été consignée.',
};

export const serverFr: ServerMessages = {
  onlyAdmin: 'Seul l’administrateur peut voir l’état de ce serveur.',
  help: 'Stockage, charge et sauvegardes. Cette page se met à jour toute seule.',

  storage: 'Stockage',
  sizeOfLibrary: 'Taille de la bibliothèque',
  ofLimit: (size, limit) => `${size} sur ${limit}`,
  noLimit: (size) => `${size} (sans limite)`,
  perHour: (size) => `Chaque membre ou visiteur peut ajouter jusqu’à ${size} par heure.`,

  load: 'En ce moment',
  connections: 'Connexions',
  games: 'Parties en cours',
  searches: 'Calculs en cours',
  running: (busy, workers) => `${busy} sur ${workers}`,
  waiting: 'Calculs en attente',

  clients: 'Qui a enregistré le plus',
  clientsHelp: 'Depuis le démarrage du serveur. Les visiteurs sont désignés par leur adresse.',
  client: 'Nom ou adresse',
  stored: 'Enregistré',
  unstarted: 'Parties sans coup joué',
  noClients: 'Rien n’a été enregistré depuis le démarrage du serveur.',
  unknownClient: '(inconnu)',

  backups: 'Sauvegardes',
  backupsOff: 'Les sauvegardes sont désactivées.',
  backupsOffHelp: 'Pour une sauvegarde par jour, démarrez le serveur avec cette option :',
  lastBackup: 'Dernière sauvegarde',
  noBackupYet: 'Aucune depuis le démarrage du serveur',
  contents: 'Contenu',
  backupContents: (size, games, count) => `${size}, ${count} ${games < 2 ? 'partie' : 'parties'}`,
  file: 'Fichier',
  folder: 'Dossier',
  interval: 'Intervalle',
  kept: 'Sauvegardes conservées',
  failed: (time, reason) => `La sauvegarde du ${time} a échoué : ${reason}`,
  damaged: (games, count) =>
    `La bibliothèque a ${count} ${games < 2 ? 'partie endommagée' : 'parties endommagées'} ; les anciennes sauvegardes sont conservées :`,
  backupErrors: backupErrorsFr,
};
