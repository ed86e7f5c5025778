/**
 * Follows the lobby by server-sent events. The server counts on hearing from a page every few
 * seconds: a stream ends with `renew` and is opened again at once. A lost one is opened again after
 * a short wait, and one that has gone silent is not waited for. A page that nobody sees gives its
 * stream up after a while: browsers allow only a few for all pages together.
 */
import { backoff } from './backoff';
import type { Visibility } from './polling';

/** The part of `EventSource` that is used. */
export type LobbySource = Pick<EventSource, 'addEventListener' | 'close'>;

/** Where time, streams and visibility come from. */
export interface Surroundings {
  readonly connect: (path: string) => LobbySource;
  readonly page: Visibility;
  readonly random: () => number;
}

export interface FollowedLobby {
  /** Called with the data of every event. */
  readonly onLobby: (data: string) => void;
  /** Called when the session may have changed. */
  readonly onSession: () => void;
  /** Called when the connection is lost and when it is there again. */
  readonly onConnection: (connected: boolean) => void;
}

/** A stream that has said nothing for this long is dead. The server renews it much earlier. */
export const SILENCE_MS = 45_000;
/** How long a page that nobody sees keeps its stream. */
export const HIDDEN_MS = 30_000;

const BROWSER: Surroundings = {
  connect: (path) => new EventSource(path),
  get page() {
    return document;
  },
  random: Math.random,
};

/** Follows the lobby until the returned function is called. */
export function followLobby(
  path: string,
  { onLobby, onSession, onConnection }: FollowedLobby,
  { connect, page, random }: Surroundings = BROWSER,
): () => void {
  let source: LobbySource | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function open(): void {
    close();
    const opened = connect(path);
    source = opened;
    // Events of a stream that was replaced no longer count.
    const on = (type: string, listener: (event: Event) => void): void =>
      opened.addEventListener(type, (event) => {
        if (source === opened) listener(event);
      });
    on('lobby', (event) => {
      if (failures > 0) onConnection(true);
      failures = 0;
      expectNews();
      onLobby((event as MessageEvent<string>).data);
    });
    on('changed', onSession);
    on('renew', open);
    on('error', lose);
    expectNews();
  }

  function expectNews(): void {
    clearTimeout(timer);
    timer = setTimeout(lose, SILENCE_MS);
  }

  function lose(): void {
    close();
    if (failures === 0) onConnection(false);
    failures += 1;
    timer = setTimeout(open, backoff(failures, random()));
  }

  function watch(): void {
    clearTimeout(hiding);
    if (page.visibilityState === 'hidden') hiding = setTimeout(close, HIDDEN_MS);
    else if (source === null) open();
  }

  page.addEventListener('visibilitychange', watch);
  open();
  watch();
  return () => {
    clearTimeout(hiding);
    page.removeEventListener('visibilitychange', watch);
    close();
  };
}
