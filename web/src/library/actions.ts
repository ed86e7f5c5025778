/** What can be done with a game of the library. */
import type { LibraryRow } from '../wire/LibraryRow';

/** `details` shows what is known about a game; `continue` takes over the seats of a game that was begun elsewhere. */
export type RowAction =
  | 'open'
  | 'details'
  | 'continue'
  | 'review'
  | 'analyze'
  | 'copy_pgn'
  | 'download_pgn'
  | 'copy_link'
  | 'delete'
  | 'restore';

export interface Permissions {
  /** Whether the list shows deleted games. */
  readonly removed: boolean;
  readonly mayRemove: boolean;
  /** Whether this browser has a seat in the game. */
  readonly seated: boolean;
  /** Whether the details of a game are not beside the list. */
  readonly hidesDetails: boolean;
}

/** Whether opening the game continues it. */
export function isOwnGame({ status }: LibraryRow, seated: boolean): boolean {
  return seated && (status === 'playing' || status === 'adjourned');
}

/** The actions that make sense for a game, the most common first. */
export function actionsOf(row: LibraryRow, permissions: Permissions): readonly RowAction[] {
  const { removed, mayRemove, seated, hidesDetails } = permissions;
  const has = (action: RowAction, isOffered: boolean): readonly RowAction[] =>
    isOffered ? [action] : [];
  const details = has('details', hidesDetails);
  if (removed) return ['open', ...details, ...has('restore', mayRemove)];
  return [
    ...has('continue', row.can_continue && !seated),
    'open',
    ...details,
    ...has('review', row.status === 'over' && row.moves > 0),
    ...has('analyze', row.moves > 0),
    'copy_pgn',
    'download_pgn',
    'copy_link',
    ...has('delete', mayRemove || (seated && row.status === 'over')),
  ];
}
