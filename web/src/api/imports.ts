/**
 * Uploads a file into the library by `XMLHttpRequest`, because `fetch` has no upload progress. The
 * response is a stream of events; the last one has the report.
 */
import { splitEvents } from '../live/serverSentEvents';
import type { ImportEvent } from '../wire/ImportEvent';
import type { ImportReport } from '../wire/ImportReport';
import { reportError, UNREACHABLE, type ApiError } from './request';

/** How an import ends. */
export type UploadOutcome =
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly error: ApiError }
  | { readonly type: 'canceled' };

/** Notified while the import runs. */
export interface ImportListener {
  /** How many bytes were sent. */
  readonly sent: (bytes: number) => void;
  /** How much the server has read. */
  readonly progress: (bytes: number, games: number) => void;
}

export interface Upload {
  readonly outcome: Promise<UploadOutcome>;
  /** Aborts the upload and the import. Games already imported are kept. */
  readonly cancel: () => void;
}

/** Uploads PGN, a club file or a FEN, compressed or not. */
export function uploadGames(games: Blob, listener: ImportListener): Upload {
  const request = new XMLHttpRequest();
  const outcome = new Promise<UploadOutcome>((resolve) => {
    const read = eventReader((event) => {
      if (event.type === 'progress') listener.progress(event.bytes, event.games);
      else resolve({ type: 'done', report: event.report });
    });
    request.upload.onprogress = ({ loaded }) => listener.sent(loaded);
    request.onprogress = () => {
      if (request.status === 200) read(request.responseText);
    };
    request.onload = () => {
      if (request.status === 200) read(request.responseText);
      // After the report this changes nothing; without one the stream was cut off.
      resolve({
        type: 'failed',
        error: request.status === 200 ? UNREACHABLE : errorOf(request),
      });
    };
    request.onerror = () => resolve({ type: 'failed', error: UNREACHABLE });
    request.onabort = () => resolve({ type: 'canceled' });
  });
  request.open('POST', '/api/import');
  request.setRequestHeader('accept', 'text/event-stream');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.send(games);
  return { outcome, cancel: () => request.abort() };
}

function errorOf({ status, statusText, responseText }: XMLHttpRequest): ApiError {
  return reportError({ status, statusText, text: responseText });
}

/** Reads a growing text, and passes on each event once. */
export function eventReader(onEvent: (event: ImportEvent) => void): (text: string) => void {
  let [read, waiting] = [0, ''];
  return (text) => {
    const [events, rest] = splitEvents(waiting, text.slice(read));
    [read, waiting] = [text.length, rest];
    for (const data of events) onEvent(JSON.parse(data) as ImportEvent);
  };
}
