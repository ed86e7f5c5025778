/**
 * Follows named server-sent events. Every connection begins with the whole state, so a lost one
 * loses nothing; a browser that gives up is made to try again.
 */
import type { Source } from './changes';

const RETRY_MS = 2000;
/** `EventSource.CLOSED`, which does not exist outside of browsers. */
const CLOSED = 2;

export interface Listener {
  /** What to do with the data of each kind of event. */
  readonly events: Readonly<Record<string, (data: unknown) => void>>;
  /** Called when the connection is lost, again and again, and when it is there again. */
  readonly onConnection: (connected: boolean) => void;
}

/** Follows the events of an address until the returned function is called. */
export function followEvents(
  path: string,
  { events, onConnection }: Listener,
  connect: (path: string) => Source = (path) => new EventSource(path),
): () => void {
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    source?.close();
    source = connect(path);
    for (const [name, take] of Object.entries(events)) {
      source.addEventListener(name, (event) => {
        onConnection(true);
        take(parsed((event as MessageEvent<string>).data));
      });
    }
    source.addEventListener('error', () => {
      onConnection(false);
      // A browser does not reconnect by itself after an answer that is no stream.
      clearTimeout(timer);
      if (source?.readyState === CLOSED) timer = setTimeout(open, RETRY_MS);
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
