/** Texte über gespeicherte Studien auf Deutsch. */
import type { StudiesMessages } from './en';

export const studiesDe: StudiesMessages = {
  games: 'Partien',
  studies: 'Studien',
  sections: 'Partien oder Studien',
  name: 'Name der Studie',
  untitled: (day) => `Analyse vom ${day}`,
  copyOf: (name) => `${name} (Kopie)`,
  newAnalysis: 'Neue Analyse',
  analyze: 'Analysieren',

  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  notYet: 'Wird ab dem ersten Zug oder Kommentar gespeichert',
  offline:
    'Nicht gespeichert: Der Server ist nicht erreichbar. Es wird weiter versucht; deine Änderungen bleiben in diesem Browser.',
  conflict:
    'Nicht gespeichert: Diese Studie wurde in einem anderen Fenster geändert. Lade die andere Version oder behalte deine als Kopie.',
  gone: 'Nicht gespeichert: Diese Studie wurde gelöscht oder gehört dir nicht mehr. Behalte deine Version als Kopie.',
  failed: (reason) => `Nicht gespeichert: ${reason}`,
  readOnly:
    'Diese Studie wurde mit dir geteilt. Speichere eine Kopie, um deine Änderungen zu behalten.',
  readOnlyChanged:
    'Nicht gespeichert: Diese Studie gehört dir nicht. Speichere eine Kopie, um deine Änderungen zu behalten.',
  loadSaved: 'Andere Version laden',
  saveCopy: 'Kopie speichern',
  retry: 'Jetzt erneut versuchen',
  copied: 'Als Kopie gespeichert',
  foundDraft: (time) => `In diesem Browser gibt es ungespeicherte Änderungen von ${time}.`,
  restoreDraft: 'Anzeigen',
  discardDraft: 'Verwerfen',
  losesHere: 'Beim Öffnen gehen die ungespeicherten Änderungen verloren.',

  leaveTitle: 'Ohne Speichern verlassen?',
  unsaved: {
    draft:
      'Deine letzten Änderungen sind noch nicht auf dem Server. Dieser Browser bewahrt sie auf, bis du die Studie wieder öffnest.',
    not_persisted:
      'Deine letzten Änderungen sind nicht gespeichert und gehen verloren, wenn du die Seite verlässt.',
    read_only:
      'Deine Änderungen an dieser geteilten Studie gehen verloren, wenn du keine Kopie speicherst.',
  },
  stay: 'Bleiben',
  leave: 'Verlassen',

  share: 'Teilen',
  shareHelp: 'Wer den Link hat, kann diese Studie ansehen; bearbeiten kannst nur du sie.',
  shareOn: 'Per Link teilen',
  shareLink: 'Link zu dieser Studie',
  shared: 'Geteilt',
  onlyHere: 'Dieser Link funktioniert nur auf diesem Computer.',

  search: 'Namen, Spieler, Turniere suchen',
  whose: 'Studien',
  whoseMine: 'Meine Studien',
  whoseAll: 'Alle Studien',
  whoseRemoved: 'Gelöschte',
  columns: { name: 'Name', moves: 'Züge', changed: 'Zuletzt geändert' },
  from: 'Aus',
  fromGame: 'Partie',
  rename: 'Umbenennen',
  export: 'PGN',
  exportAll: (count) => (count === 1 ? '1 Studie exportieren' : `${count} Studien exportieren`),
  actionOn: (action, name) => `${action}: ${name}`,
  deleted: (name) => `Gelöscht: ${name}`,
  restored: (name) => `Wiederhergestellt: ${name}`,
  none: 'Noch keine Studien. Was du analysierst, wird hier gespeichert.',
  noMatches: 'Keine Studien gefunden',
  noneRemoved: 'Keine gelöschten Studien',
  drafts: 'Noch nicht gespeichert, nur in diesem Browser:',
};
