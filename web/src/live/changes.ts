/**
 * Follows changes by server-sent events. While the connection is lost it asks again every few
 * seconds, because a proxy may let requests through that it allows no streams.
 */

const POLL_MS = 5000;

/** The part of `EventSource` that is used. */
export type Source = Pick<EventSource, 'readyState' | 'addEventListener' | 'close'>;

export interface Followed {
  /** Called at once, and whenever there may be something new. */
  readonly onChange: (version: number | null) => void;
  /** Called when the connection is lost and when it is there again. */
  readonly onConnection: (connected: boolean) => void;
}

/** Follows the events of an address until the returned function is called. */
export function followChanges(
  path: string,
  { onChange, onConnection }: Followed,
  connect: (path: string) => Source = (path) => new EventSource(path),
): () => void {
  let source: Source | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  function open(): void {
    source?.close();
    source = connect(path);
    source.addEventListener('changed', (event) => {
      lost(false);
      onChange(versionOf((event as MessageEvent<string>).data));
    });
    source.addEventListener('error', () => lost(true));
  }

  function lost(isLost: boolean): void {
    if (isLost === (timer !== undefined)) return;
    clearInterval(timer);
    timer = isLost ? setInterval(poll, POLL_MS) : undefined;
    onConnection(!isLost);
  }

  function poll(): void {
    onChange(null);
    // A browser does not reconnect by itself after an answer that is no stream.
    if (source?.readyState === CLOSED) open();
  }

  open();
  return () => {
    clearInterval(timer);
    source?.close();
  };
}

/** `EventSource.CLOSED`, which does not exist outside of browsers. */
const CLOSED = 2;

function versionOf(data: string): number | null {
  try {
    const { version } = JSON.parse(data) as { version?: unknown };
    return typeof version === 'number' ? version : null;
  } catch {
    return null;
  }
}
