/**
 * The socket behind a connection: carries out what `step` asks for, and tells it what happens.
 * A link that has gone silent is closed here, because browsers notice a dead one only much later.
 */
import type { ServerMessage } from '../wire/ServerMessage';
import { backoff } from './backoff';
import { begin, step, type Connection, type Effect, type Input, type Step } from './connection';
import type { Want } from './wish';

const PING_EVERY_MS = 5_000;
const SILENCE_MS = 13_000;

/** What the screen wants to know. */
export interface Listener {
  changed(connection: Connection): void;
  effect(effect: Effect): void;
}

/** A game that is being followed. */
export interface Following {
  want(want: Want): void;
  stop(): void;
}

/** Follows a game until told to stop. */
export function follow(game: string, secret: string | null, listener: Listener): Following {
  let connection: Connection;
  let socket: WebSocket | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let heardAt = performance.now();
  let stopped = false;

  const take = (input: Input): void => {
    if (!stopped) carryOut(step(connection, input));
  };

  const carryOut = ([next, effects]: Step): void => {
    connection = next;
    listener.changed(connection);
    for (const effect of effects) perform(effect);
  };

  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'send':
        if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(effect.message));
        break;
      case 'connect':
        connect();
        break;
      case 'reconnect':
        clearTimeout(retry);
        retry = setTimeout(() => take({ type: 'retry' }), backoff(effect.failures, Math.random()));
        break;
      default:
        listener.effect(effect);
    }
  };

  const connect = (): void => {
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`);
    socket = opened;
    heardAt = performance.now();
    opened.onopen = () => take({ type: 'opened' });
    opened.onmessage = ({ data }) => {
      heardAt = performance.now();
      const message = parsed(data);
      if (message !== null) take({ type: 'heard', message, now: heardAt });
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      take({ type: 'closed' });
    };
  };

  const beat = setInterval(() => {
    if (socket === null) return;
    if (performance.now() - heardAt > SILENCE_MS) {
      const silent = socket;
      socket = null;
      silent.close();
      take({ type: 'closed' });
    } else if (socket.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify({ type: 'ping', number: 0 }));
    }
  }, PING_EVERY_MS);

  const hurry = (): void => take({ type: 'retry' });
  addEventListener('online', hurry);
  carryOut(begin(game, secret));

  return {
    want: (want) =>
      take({ type: 'want', id: crypto.getRandomValues(new Uint32Array(3)).join('-'), want }),
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      clearInterval(beat);
      removeEventListener('online', hurry);
      socket?.close();
    },
  };
}

function parsed(text: unknown): ServerMessage | null {
  try {
    return JSON.parse(String(text)) as ServerMessage;
  } catch {
    return null;
  }
}
