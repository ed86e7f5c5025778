/** Words about studies that are kept, in English. */
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
  notYet: 'Saved with the first move or note',
  offline:
    'Not saved: the server cannot be reached. Trying again; this browser keeps your changes.',
  conflict:
    'Not saved: this study was changed in another window. Load that version, or keep yours as a copy.',
  gone: 'Not saved: this study was deleted, or it is no longer yours. Keep your version as a copy.',
  refused: (reason: string) => `Not saved: ${reason}`,
  foreign: 'Somebody shared this study with you. Changes are not saved unless you save a copy.',
  foreignChanged: 'Not saved: this is somebody else’s study. Save a copy to keep your changes.',
  loadSaved: 'Load the other version',
  saveCopy: 'Save a copy',
  retry: 'Try again now',
  copied: 'Saved as a copy',
  offer: (time: string) => `This browser has changes from ${time} that were never saved.`,
  takeOffer: 'Show them',
  dropOffer: 'Discard them',
  losesHere: 'The changes on this board are not saved.',

  leaveTitle: 'Leave without saving?',
  loss: {
    draft:
      'The last changes are not on the server yet. This browser keeps them and offers them when you open the study again.',
    unkept: 'The last changes are not saved, and they are lost if you leave now.',
    foreign: 'Your changes to this shared study are lost unless you save a copy.',
  } as Readonly<Record<Loss, string>>,
  stay: 'Stay',
  leave: 'Leave',

  share: 'Share',
  shareHelp: 'Whoever has the link can look at this study, but only you can change it.',
  shareOn: 'Share by link',
  shareLink: 'Link to this study',
  shared: 'Shared',
  onlyHere: 'This link works on this computer only.',

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
  exportOf: (title: string) => `Save ${title} as PGN`,
  exportAll: (count: number) => (count === 1 ? 'Export 1 study' : `Export ${count} studies`),
  actionOn: (action: string, title: string) => `${action}: ${title}`,
  deleted: (title: string) => `Deleted: ${title}`,
  restored: (title: string) => `Restored: ${title}`,
  none: 'No studies yet. Whatever you analyze is kept here.',
  noMatches: 'No studies found',
  noneRemoved: 'No deleted studies',
  drafts: 'Not saved yet, kept in this browser only:',
};

/** What every language says about studies. */
export type StudiesWords = typeof studiesEn;
