/** Wörter über Studien, auf Deutsch. */
import type { StudiesWords } from './en';

export const studiesDe: StudiesWords = {
  games: 'Partien',
  studies: 'Studien',
  sections: 'Partien oder Studien',
  title: 'Name der Studie',
  untitled: (day) => `Analyse vom ${day}`,
  copyOf: (title) => `${title} (Kopie)`,
  fresh: 'Neue Analyse',
  branch: 'Analysieren',

  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  notYet: 'Wird mit dem ersten Zug oder Kommentar gespeichert',
  offline:
    'Nicht gespeichert: Der Server ist nicht erreichbar. Es wird weiter versucht; dieser Browser behält deine Änderungen.',
  conflict:
    'Nicht gespeichert: Diese Studie wurde in einem anderen Fenster geändert. Lade jene Fassung oder behalte deine als Kopie.',
  gone: 'Nicht gespeichert: Diese Studie wurde gelöscht oder gehört dir nicht mehr. Behalte deine Fassung als Kopie.',
  refused: (reason) => `Nicht gespeichert: ${reason}`,
  foreign:
    'Diese Studie hat jemand mit dir geteilt. Änderungen bleiben nur, wenn du eine Kopie speicherst.',
  foreignChanged:
    'Nicht gespeichert: Diese Studie gehört jemand anderem. Speichere eine Kopie, um deine Änderungen zu behalten.',
  loadSaved: 'Die andere Fassung laden',
  saveCopy: 'Kopie speichern',
  retry: 'Jetzt erneut versuchen',
  copied: 'Als Kopie gespeichert',
  offer: (time) => `Dieser Browser hat Änderungen von ${time}, die nie gespeichert wurden.`,
  takeOffer: 'Anzeigen',
  dropOffer: 'Verwerfen',
  losesHere: 'Die Änderungen auf diesem Brett sind nicht gespeichert.',

  leaveTitle: 'Ohne Speichern verlassen?',
  loss: {
    draft:
      'Die letzten Änderungen sind noch nicht auf dem Server. Dieser Browser behält sie und bietet sie an, wenn du die Studie wieder öffnest.',
    unkept:
      'Die letzten Änderungen sind nicht gespeichert und gehen verloren, wenn du jetzt gehst.',
    foreign:
      'Deine Änderungen an dieser geteilten Studie gehen verloren, wenn du keine Kopie speicherst.',
  },
  stay: 'Bleiben',
  leave: 'Verlassen',

  share: 'Teilen',
  shareHelp: 'Wer den Link hat, kann diese Studie ansehen; ändern kannst nur du sie.',
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
  exportOf: (title) => `${title} als PGN speichern`,
  exportAll: (count) => (count === 1 ? '1 Studie exportieren' : `${count} Studien exportieren`),
  actionOn: (action, title) => `${action}: ${title}`,
  deleted: (title) => `Gelöscht: ${title}`,
  restored: (title) => `Wiederhergestellt: ${title}`,
  none: 'Noch keine Studien. Was du analysierst, bleibt hier.',
  noMatches: 'Keine Studien gefunden',
  noneRemoved: 'Keine gelöschten Studien',
  drafts: 'Noch nicht gespeichert, nur in diesem Browser:',
};
