/** Words about saved studies in English. */
import type { Loss } from '../../app.svelte';
import type { StudyColumn } from '../../wire/StudyColumn';

export const studiesEn = {
  games: 'Games',
  studies: 'Studies',
  sections: 'Games or studies',
  title: 'Name of the study',
  untitled: (day: string) => `Analysis, ${day}`,
  copyOf: (title: string) => `${title} (copy)`,
  fresh: 'New analysis',
  branch: 'Analyze',

  saved: 'Saved',
  saving: 'Saving…',
  notYet: 'Saving starts with your first move or comment',
  offline: 'Not saved: the server can’t be reached. Retrying; this browser keeps your changes.',
  conflict:
    'Not saved: this study was changed in another window. Load that version, or keep yours as a copy.',
  gone: 'Not saved: this study was deleted or is no longer yours. Keep your version as a copy.',
  failed: (reason: string) => `Not saved: ${reason}`,
  foreign: 'This study was shared with you. Save a copy to keep your changes.',
  foreignChanged: 'Not saved: this study is not yours. Save a copy to keep your changes.',
  loadSaved: 'Load the other version',
  saveCopy: 'Save a copy',
  retry: 'Try again now',
  copied: 'Saved as a copy',
  offer: (time: string) => `This browser has changes from ${time} that were never saved.`,
  takeOffer: 'Show',
  dropOffer: 'Discard',
  losesHere: 'Opening another game discards the unsaved changes.',

  leaveTitle: 'Leave without saving?',
  loss: {
    draft:
      'Your last changes are not on the server yet. This browser keeps them for when you open the study again.',
    unkept: 'Your last changes are not saved and will be lost if you leave now.',
    foreign: 'Your changes to this shared study will be lost unless you save a copy.',
  } as Readonly<Record<Loss, string>>,
  stay: 'Stay',
  leave: 'Leave',

  share: 'Share',
  shareHelp: 'Anyone with the link can view this study; only you can edit it.',
  shareOn: 'Share by link',
  shareLink: 'Link to this study',
  shared: 'Shared',
  onlyHere: 'This link only works on this computer.',

  search: 'Search names, players, events',
  whose: 'Studies',
  whoseMine: 'My studies',
  whoseAll: 'All studies',
  whoseRemoved: 'Deleted',
  columns: { name: 'Name', moves: 'Moves', changed: 'Last changed' } as Readonly<
    Record<StudyColumn, string>
  >,
  from: 'From',
  fromGame: 'Game',
  rename: 'Rename',
  export: 'PGN',
  exportOf: (title: string) => `Download ${title} as PGN`,
  exportAll: (count: number) => (count === 1 ? 'Export 1 study' : `Export ${count} studies`),
  actionOn: (action: string, title: string) => `${action}: ${title}`,
  deleted: (title: string) => `Deleted: ${title}`,
  restored: (title: string) => `Restored: ${title}`,
  none: 'No studies yet. Everything you analyze is saved here.',
  noMatches: 'No studies found',
  noneRemoved: 'No deleted studies',
  drafts: 'Not saved yet, only in this browser:',
};

/** What every language says about studies. */
export type StudiesWords = typeof studiesEn;
