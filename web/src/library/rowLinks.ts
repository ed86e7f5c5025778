/** The texts and addresses of what can be done with a game. */
import { exportAddress } from '../api/library';
import type { LibraryMessages } from '../i18n/library/messages';
import type { Messages } from '../i18n/messages';
import { analysisPath, gamePath, reviewPath } from '../router';
import type { LibraryRow } from '../wire/LibraryRow';
import { isOwnGame, type RowAction } from './actions';
import { FIRST_QUERY } from './query';

export function actionText(
  messages: Messages,
  library: LibraryMessages,
  action: RowAction,
  row: LibraryRow,
  seated: boolean,
): string {
  const texts: Readonly<Record<RowAction, string>> = {
    open: isOwnGame(row, seated) ? messages.continueThis : messages.open,
    details: library.details,
    continue: messages.continueThis,
    review: messages.analysis.review,
    analyze: messages.studies.analyze,
    copy_pgn: messages.copyPgn,
    download_pgn: messages.downloadPgn,
    copy_link: messages.copyLink,
    delete: messages.delete,
    restore: messages.restore,
  };
  return texts[action];
}

/** Where an action leads; `null` for one that is not a link. */
export function actionPath(action: RowAction, id: string): string | null {
  if (action === 'open') return gamePath(id);
  if (action === 'review') return reviewPath(id);
  if (action === 'analyze') return analysisPath({ game: id });
  return action === 'download_pgn' ? exportAddress('pgn', [id], FIRST_QUERY) : null;
}
