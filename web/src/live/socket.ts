/**
 * The socket behind a connection: runs the effects of `step` and feeds it what happens. A silent
 * socket is closed here, because browsers notice a dead one only much later.
 */
import type { ClientMessage } from '../wire/ClientMessage';
import type { ServerMessage } from '../wire/ServerMessage';
import { backoff } from './backoff';
import {
  initialStep,
  step,
  type Connection,
  type Effect,
  type Input,
  type Step,
} from './connection';
import type { Action } from './pending';

const PING_INTERVAL_MS = 5_000;
/** How long an answer may take, counted from the ping, since sleeping pages ping seldom. */
const TIMEOUT_MS = 9_000;

/** Sockets whose pages were left before everything was answered, by game. */
const left = new Map<string, GameSocket>();

/** What the page is notified of. */
export interface GameSocketListener {
  changed(connection: Connection): void;
  effect(effect: Effect): void;
}

const NOBODY: GameSocketListener = { changed: () => {}, effect: () => {} };

export class GameSocket {
  #connection: Connection;
  #listener: GameSocketListener;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer = setInterval(() => this.#heartbeat(), PING_INTERVAL_MS);
  /** When the first unanswered ping was sent. */
  #pingedAt: number | null = null;
  #stopped = false;

  /** The socket of a game. One that still has something to be answered goes on. */
  static open(game: string, secret: string | null, listener: GameSocketListener): GameSocket {
    const socket = left.get(game);
    if (socket === undefined || socket.#connection.secret !== secret) {
      return new GameSocket(game, secret, listener);
    }
    left.delete(game);
    socket.#listener = listener;
    listener.changed(socket.#connection);
    return socket;
  }

  private constructor(game: string, secret: string | null, listener: GameSocketListener) {
    this.#listener = listener;
    const [connection, effects] = initialStep(game, secret);
    this.#connection = connection;
    addEventListener('online', this.#retryNow);
    this.#apply([connection, effects]);
  }

  request(action: Action): void {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-');
    this.#dispatch({ type: 'request', id, action });
  }

  /**
   * The page is left. A move that the server has not answered, perhaps because it is away, is sent
   * all the same.
   */
  leave(): void {
    const { game, pending, state } = this.#connection;
    if (pending.length === 0 || state === 'rejected') return this.#stop();
    this.#listener = NOBODY;
    left.set(game, this);
  }

  #stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeatTimer);
    removeEventListener('online', this.#retryNow);
    this.#socket?.close();
  }

  #dispatch(input: Input): void {
    if (!this.#stopped) this.#apply(step(this.#connection, input));
  }

  #apply([connection, effects]: Step): void {
    this.#connection = connection;
    this.#listener.changed(connection);
    for (const effect of effects) this.#run(effect);
    const { game, pending, state } = this.#connection;
    const isDone = pending.length === 0 || state === 'rejected';
    if (isDone && left.get(game) === this) {
      left.delete(game);
      this.#stop();
    }
  }

  #run(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        this.#send(effect.message);
        break;
      case 'connect':
        this.#connect();
        break;
      case 'disconnect':
        this.#disconnect();
        break;
      case 'reconnect':
        clearTimeout(this.#retry);
        this.#retry = setTimeout(this.#retryNow, backoff(effect.failures, Math.random()));
        break;
      default:
        this.#listener.effect(effect);
    }
  }

  #connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`);
    this.#socket = socket;
    this.#pingedAt = null;
    socket.onopen = () => this.#dispatch({ type: 'opened' });
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#disconnect();
    };
  }

  #receive(text: string): void {
    this.#pingedAt = null;
    const message = parsed(text);
    if (message !== null) this.#dispatch({ type: 'received', message, now: performance.now() });
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #heartbeat(): void {
    if (this.#socket === null) return;
    const now = performance.now();
    this.#pingedAt ??= now;
    if (now - this.#pingedAt > TIMEOUT_MS) this.#disconnect();
    else this.#send({ type: 'ping', number: 0 });
  }

  #disconnect(): void {
    const lost = this.#socket;
    this.#socket = null;
    lost?.close();
    this.#dispatch({ type: 'closed' });
  }

  #retryNow = (): void => this.#dispatch({ type: 'retry' });
}

function parsed(text: string): ServerMessage | null {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return null;
  }
}
