/** Texts about saved studies in English. */
import type { UnsavedChanges } from '../../app.svelte';
import type { StudyColumn } from '../../wire/StudyColumn';

export const studiesEn = {
  games: 'Games',
  studies: 'Studies',
  sections: 'Games or studies',
  name: 'Name of the study',
  untitled: (day: string) => `Analysis, ${day}`,
  copyOf: (name: string) => `${name} (copy)`,
  newAnalysis: 'New analysis',
  analyze: 'Analyze',

  saved: 'Saved',
  saving: 'Saving…',
  notYet: 'Saving starts with your first move or comment',
  offline: 'Not saved: the server can’t be reached. Retrying; this browser keeps your changes.',
  conflict:
    'Not saved: this study was changed in another window. Load that version, or keep yours as a copy.',
  gone: 'Not saved: this study was deleted or is no longer yours. Keep your version as a copy.',
  failed: (reason: string) => `Not saved: ${reason}`,
  readOnly: 'This study was shared with you. Save a copy to keep your changes.',
  readOnlyChanged: 'Not saved: this study is not yours. Save a copy to keep your changes.',
  loadSaved: 'Load the other version',
  saveCopy: 'Save a copy',
  retry: 'Try again now',
  copied: 'Saved as a copy',
  foundDraft: (time: string) => `This browser has changes from ${time} that were never saved.`,
  restoreDraft: 'Show',
  discardDraft: 'Discard',
  losesHere: 'Opening another game discards the unsaved changes.',

  leaveTitle: 'Leave without saving?',
  unsaved: {
    draft:
      'Your last changes are not on the server yet. This browser keeps them for when you open the study again.',
    not_persisted: 'Your last changes are not saved and will be lost if you leave now.',
    read_only: 'Your changes to this shared study will be lost unless you save a copy.',
  } as Readonly<Record<UnsavedChanges, string>>,
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
  exportAll: (count: number) => (count === 1 ? 'Export 1 study' : `Export ${count} studies`),
  actionOn: (action: string, name: string) => `${action}: ${name}`,
  deleted: (name: string) => `Deleted: ${name}`,
  restored: (name: string) => `Restored: ${name}`,
  none: 'No studies yet. Everything you analyze is saved here.',
  noMatches: 'No studies found',
  noneRemoved: 'No deleted studies',
  drafts: 'Not saved yet, only in this browser:',
};

/** The texts that every language has about studies. */
export type StudiesMessages = typeof studiesEn;
