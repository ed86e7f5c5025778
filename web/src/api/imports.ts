/**
 * A file on its way into the library. It goes by `XMLHttpRequest`, because `fetch` does not tell how
 * much has been sent; the answer is a stream of events, of which the last one has the report.
 */
import { splitEvents } from '../live/events';
import type { ImportEvent } from '../wire/ImportEvent';
import type { ImportReport } from '../wire/ImportReport';
import { refused, UNREACHABLE, type ApiError } from './request';

/** How an import ends. */
export type Outcome =
  | { readonly type: 'done'; readonly report: ImportReport }
  | { readonly type: 'refused'; readonly problem: ApiError }
  | { readonly type: 'canceled' };

/** What is told while it runs. */
export interface ImportListener {
  /** How many bytes have left this computer. */
  readonly sent: (bytes: number) => void;
  /** How far the server has come. */
  readonly progress: (bytes: number, games: number) => void;
}

export interface Sending {
  readonly outcome: Promise<Outcome>;
  /** Ends it, here and at the server. Games that were kept until then stay. */
  readonly cancel: () => void;
}

/** Sends PGN, a club file or a FEN, compressed or not. */
export function sendGames(games: Blob, listener: ImportListener): Sending {
  const request = new XMLHttpRequest();
  const outcome = new Promise<Outcome>((resolve) => {
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
      // After the report this changes nothing; without one the stream has broken off.
      resolve({
        type: 'refused',
        problem: request.status === 200 ? UNREACHABLE : refusal(request),
      });
    };
    request.onerror = () => resolve({ type: 'refused', problem: UNREACHABLE });
    request.onabort = () => resolve({ type: 'canceled' });
  });
  request.open('POST', '/api/import');
  request.setRequestHeader('accept', 'text/event-stream');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.send(games);
  return { outcome, cancel: () => request.abort() };
}

function refusal({ status, statusText, responseText }: XMLHttpRequest): ApiError {
  return refused({ status, statusText, text: responseText });
}

/** Reads a text that grows, and tells each event once. */
export function eventReader(tell: (event: ImportEvent) => void): (text: string) => void {
  let [read, waiting] = [0, ''];
  return (text) => {
    const [events, rest] = splitEvents(waiting, text.slice(read));
    [read, waiting] = [text.length, rest];
    for (const data of events) tell(JSON.parse(data) as ImportEvent);
  };
}
