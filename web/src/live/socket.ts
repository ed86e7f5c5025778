/**
 * The socket behind a connection: carries out what `step` asks for, and tells it what happens.
 * A link that has gone silent is closed here, because browsers notice a dead one only much later.
 */
import type { ClientMessage } from '../wire/ClientMessage';
import type { ServerMessage } from '../wire/ServerMessage';
import { backoff } from './backoff';
import { begin, step, type Connection, type Effect, type Input, type Step } from './connection';
import type { Action } from './pending';

const PING_EVERY_MS = 5_000;
/** How long an answer may take. Counted from the question, since sleeping pages ask seldom. */
const SILENCE_MS = 9_000;

/** What the screen wants to know. */
export interface Listener {
  changed(connection: Connection): void;
  effect(effect: Effect): void;
}

/** A game that is being followed, until told to stop. */
export class GameSocket {
  #connection: Connection;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat = setInterval(() => this.#checkPulse(), PING_EVERY_MS);
  /** When the first question was asked that has no answer yet. */
  #askedAt: number | null = null;
  #stopped = false;

  constructor(
    game: string,
    secret: string | null,
    private readonly listener: Listener,
  ) {
    const [connection, effects] = begin(game, secret);
    this.#connection = connection;
    addEventListener('online', this.#hurry);
    this.#carryOut([connection, effects]);
  }

  want(want: Action): void {
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-');
    this.#take({ type: 'want', id, want });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    removeEventListener('online', this.#hurry);
    this.#socket?.close();
  }

  #take(input: Input): void {
    if (!this.#stopped) this.#carryOut(step(this.#connection, input));
  }

  #carryOut([connection, effects]: Step): void {
    this.#connection = connection;
    this.listener.changed(connection);
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        this.#say(effect.message);
        break;
      case 'connect':
        this.#connect();
        break;
      case 'reconnect':
        clearTimeout(this.#retry);
        this.#retry = setTimeout(this.#hurry, backoff(effect.failures, Math.random()));
        break;
      default:
        this.listener.effect(effect);
    }
  }

  #connect(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`);
    this.#socket = socket;
    this.#askedAt = null;
    socket.onopen = () => this.#take({ type: 'opened' });
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#lose();
    };
  }

  #hear(text: string): void {
    this.#askedAt = null;
    const message = parsed(text);
    if (message !== null) this.#take({ type: 'heard', message, now: performance.now() });
  }

  #say(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #checkPulse(): void {
    if (this.#socket === null) return;
    const now = performance.now();
    this.#askedAt ??= now;
    if (now - this.#askedAt > SILENCE_MS) this.#lose();
    else this.#say({ type: 'ping', number: 0 });
  }

  #lose(): void {
    const lost = this.#socket;
    this.#socket = null;
    lost?.close();
    this.#take({ type: 'closed' });
  }

  #hurry = (): void => this.#take({ type: 'retry' });
}

function parsed(text: string): ServerMessage | null {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return null;
  }
}
