/** Les textes des études enregistrées en français. */
import type { StudiesMessages } from './en';

export const studiesFr: StudiesMessages = {
  games: 'Parties',
  studies: 'Études',
  sections: 'Parties ou études',
  name: 'Nom de l’étude',
  untitled: (day) => `Analyse du ${day}`,
  copyOf: (name) => `${name} (copie)`,
  newAnalysis: 'Nouvelle analyse',
  analyze: 'Analyser',

  saved: 'Enregistré',
  saving: 'Enregistrement…',
  notYet: 'Enregistré dès le premier coup ou commentaire',
  offline:
    'Non enregistré : le serveur est injoignable. Nouvel essai en cours ; ce navigateur garde vos modifications.',
  conflict:
    'Non enregistré : cette étude a été modifiée dans une autre fenêtre. Chargez l’autre version ou gardez la vôtre en copie.',
  gone: 'Non enregistré : cette étude a été supprimée ou n’est plus la vôtre. Gardez votre version en copie.',
  failed: (reason) => `Non enregistré : ${reason}`,
  readOnly:
    'Cette étude a été partagée avec vous. Enregistrez une copie pour garder vos modifications.',
  readOnlyChanged:
    'Non enregistré : cette étude n’est pas la vôtre. Enregistrez une copie pour garder vos modifications.',
  loadSaved: 'Charger l’autre version',
  saveCopy: 'Enregistrer une copie',
  retry: 'Réessayer maintenant',
  copied: 'Copie enregistrée',
  foundDraft: (time) => `Ce navigateur a des modifications du ${time} non enregistrées.`,
  restoreDraft: 'Afficher',
  discardDraft: 'Supprimer',
  losesHere: 'L’ouverture d’une autre partie efface les modifications non enregistrées.',

  leaveTitle: 'Quitter sans enregistrer ?',
  unsaved: {
    draft:
      'Vos dernières modifications ne sont pas encore sur le serveur. Ce navigateur les garde jusqu’à la prochaine ouverture de l’étude.',
    not_persisted:
      'Vos dernières modifications ne sont pas enregistrées et seront perdues si vous quittez.',
    read_only:
      'Vos modifications de cette étude partagée seront perdues si vous n’enregistrez pas de copie.',
  },
  stay: 'Rester',
  leave: 'Quitter',

  share: 'Partager',
  shareHelp: 'Toute personne ayant le lien peut voir cette étude ; vous seul pouvez la modifier.',
  shareOn: 'Partager par lien',
  shareLink: 'Lien vers cette étude',
  shared: 'Partagée',
  onlyHere: 'Ce lien ne fonctionne que sur cet ordinateur.',

  search: 'Chercher noms, joueurs, tournois',
  whose: 'Études',
  whoseMine: 'Mes études',
  whoseAll: 'Toutes les études',
  whoseRemoved: 'Supprimées',
  columns: { name: 'Nom', moves: 'Coups', changed: 'Dernière modification' },
  from: 'De',
  fromGame: 'Partie',
  rename: 'Renommer',
  export: 'PGN',
  exportAll: (count) => (count === 1 ? 'Exporter 1 étude' : `Exporter ${count} études`),
  actionOn: (action, name) => `${action} : ${name}`,
  deleted: (name) => `Supprimée : ${name}`,
  restored: (name) => `Restaurée : ${name}`,
  none: 'Aucune étude pour l’instant. Ce que vous analysez est enregistré ici.',
  noMatches: 'Aucune étude trouvée',
  noneRemoved: 'Aucune étude supprimée',
  drafts: 'Pas encore enregistrées, seulement dans ce navigateur :',
};
