/**
 * A game over a socket, as a state and a step: messages, the socket's own events and the player's
 * requests go in; the next state and its effects come out. There is no socket, timer or screen here.
 *
 * Versions have no gaps: on a gap the client says hello again with the last version it has. A request
 * stays pending until it is answered, and is sent again with the same id after every reconnection, so
 * it happens once or not at all.
 */
import type { ClockReading } from '../game/clock';
import type { ClientMessage } from '../wire/ClientMessage';
import type { Event } from '../wire/Event';
import type { GameView } from '../wire/GameView';
import type { Presence } from '../wire/Presence';
import type { ErrorBody } from '../wire/ErrorBody';
import type { ServerMessage } from '../wire/ServerMessage';
import type { Sides } from '../wire/Sides';
import type { Viewer } from '../wire/Viewer';
import { applyEvent } from './applyEvent';
import { rebased, toMessage, type Action, type PendingRequest } from './pending';

export type ConnectionState = 'connecting' | 'handshake' | 'live' | 'lost' | 'rejected';

/** Who is connected, and when the server said so, by `performance.now()`. */
export interface PresenceReading {
  readonly players: Sides<Presence>;
  readonly receivedAt: number;
}

export interface Connection {
  readonly game: string;
  /** The secret of the player's seat; `null` for spectators. */
  readonly secret: string | null;
  readonly state: ConnectionState;
  /** Failed attempts to connect since it last worked. */
  readonly failures: number;
  readonly you: Viewer;
  readonly view: GameView | null;
  readonly clock: ClockReading | null;
  readonly pending: readonly PendingRequest[];
  /** Why the engine that is to move cannot. */
  readonly engineError: ErrorBody | null;
  /** Who is connected, in a game of two people; `null` while unknown. */
  readonly presence: PresenceReading | null;
  /** The competition that the game belongs to; `null` for other games. */
  readonly competition: string | null;
  /** Why the server does not show this game at all. */
  readonly error: ErrorBody | null;
}

export type Input =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'retry' }
  | { readonly type: 'received'; readonly message: ServerMessage; readonly now: number }
  | { readonly type: 'request'; readonly id: string; readonly action: Action };

export type Effect =
  | { readonly type: 'send'; readonly message: ClientMessage }
  | { readonly type: 'connect' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'reconnect'; readonly failures: number }
  | {
      readonly type: 'event';
      readonly event: Event;
      readonly before: GameView;
      readonly view: GameView;
    }
  | { readonly type: 'rejected'; readonly error: ErrorBody; readonly action: Action | null }
  | { readonly type: 'forget_secret' };

export type Step = readonly [Connection, readonly Effect[]];

/** The state before anything is known, and the effect that connects. */
export function initialStep(game: string, secret: string | null): Step {
  const connection: Connection = {
    game,
    secret,
    state: 'connecting',
    failures: 0,
    you: 'spectator',
    view: null,
    clock: null,
    pending: [],
    engineError: null,
    presence: null,
    competition: null,
    error: null,
  };
  return [connection, [{ type: 'connect' }]];
}

export function step(connection: Connection, input: Input): Step {
  switch (input.type) {
    case 'opened':
      return sayHello({ ...connection, state: 'handshake' });
    case 'closed':
      return onClosed(connection);
    case 'retry':
      if (connection.state !== 'lost') return [connection, []];
      return [{ ...connection, state: 'connecting' }, [{ type: 'connect' }]];
    case 'received':
      return onMessage(connection, input.message, input.now);
    case 'request':
      return onRequest(connection, input.id, input.action);
  }
}

/** The move that waits for the connection to come back, in UCI; `null` if there is none. */
export function waitingMove({ state, pending }: Connection): string | null {
  if (state === 'live') return null;
  const move = pending.findLast(({ action }) => action.type === 'move')?.action;
  return move?.type === 'move' ? move.uci : null;
}

function sayHello(connection: Connection): Step {
  const { game, secret, view, pending } = connection;
  const hello: ClientMessage = {
    type: 'hello',
    game,
    secret,
    last_version: view?.version ?? null,
  };
  const unanswered = pending.map((request) => toMessage(game, request));
  const next = {
    ...connection,
    pending: pending.map((request) => ({ ...request, sentBefore: true })),
  };
  return [next, [hello, ...unanswered].map((message) => ({ type: 'send', message }))];
}

function onClosed(connection: Connection): Step {
  if (connection.state === 'rejected') return [connection, []];
  const failures = connection.failures + 1;
  const lost: Connection = { ...connection, state: 'lost', failures, presence: null };
  return [lost, [{ type: 'reconnect', failures: connection.failures }]];
}

function onRequest(connection: Connection, id: string, action: Action): Step {
  const { view, game } = connection;
  if (view === null) return [connection, []];
  const request: PendingRequest = {
    id,
    baseVersion: view.version,
    action,
    rebases: 0,
    sentBefore: false,
  };
  const next = { ...connection, pending: [...connection.pending, request] };
  return [next, send(next, toMessage(game, request))];
}

/** Sends a message if it can be sent now; pending requests are sent with the next hello anyway. */
function send(connection: Connection, message: ClientMessage): readonly Effect[] {
  const open = connection.state === 'live' || connection.state === 'handshake';
  return open ? [{ type: 'send', message }] : [];
}

function onMessage(connection: Connection, message: ServerMessage, now: number): Step {
  switch (message.type) {
    case 'full':
      return onSnapshot(connection, message.you, message.game, now);
    case 'event':
      return onEvent(connection, message, now);
    case 'ack':
      return [withoutPending(connection, message.id), []];
    case 'error':
      return onError(connection, message);
    case 'stuck':
      return [{ ...connection, engineError: errorOf(message) }, []];
    case 'presence':
      if (message.game !== connection.game) return [connection, []];
      return [{ ...connection, presence: { players: message.players, receivedAt: now } }, []];
    case 'competition':
      if (message.game !== connection.game) return [connection, []];
      return [{ ...connection, competition: message.competition }, []];
    case 'resync':
      return sayHello({ ...connection, state: 'handshake' });
    case 'pong':
      return [connection, []];
  }
}

function onSnapshot(connection: Connection, you: Viewer, view: GameView, now: number): Step {
  const clock = { clocks: view.state.clocks, receivedAt: now, freshTurn: false };
  return [{ ...connection, state: 'live', failures: 0, you, view, clock, engineError: null }, []];
}

function onEvent(
  connection: Connection,
  message: Extract<ServerMessage, { type: 'event' }>,
  now: number,
): Step {
  const { view } = connection;
  if (message.game !== connection.game || view === null) return [connection, []];
  if (message.version <= view.version) return [connection, []];
  if (message.version > view.version + 1) return sayHello({ ...connection, state: 'handshake' });
  const { event, state, version } = message;
  const next = applyEvent(view, version, event, state);
  const clock = { clocks: state.clocks, receivedAt: now, freshTurn: event.type === 'moved' };
  const live = { state: 'live', failures: 0, engineError: null } as const;
  const after: Connection = { ...connection, ...live, view: next, clock };
  return [after, [{ type: 'event', event, before: view, view: next }]];
}

/** Errors that arrive through the socket carry no values. */
function errorOf({ code, message }: Pick<ErrorBody, 'code' | 'message'>): ErrorBody {
  return { code, message, values: [], detail: null };
}

function onError(connection: Connection, message: Extract<ServerMessage, { type: 'error' }>): Step {
  const { id, code } = message;
  const error = errorOf(message);
  if (id === null) return onHelloRejected(connection, error);
  const request = connection.pending.find((pending) => pending.id === id);
  if (request === undefined) return [connection, []];
  // The server closes the socket, and the request is sent again with the next hello.
  if (code === 'unconfirmed') return [connection, []];
  // It was not stored this time, but perhaps the time before: it is sent again after a while.
  if (code === 'not_stored' && request.sentBefore) return [connection, [{ type: 'disconnect' }]];
  const rest = withoutPending(connection, id);
  const again = code === 'stale' && rest.view !== null ? rebased(request, rest.view) : null;
  if (again !== null) {
    const next = { ...rest, pending: [...rest.pending, again] };
    return [next, send(next, toMessage(next.game, again))];
  }
  return [rest, [{ type: 'rejected', error, action: request.action }]];
}

/** Somebody whose secret is no longer valid can still watch. */
function onHelloRejected(connection: Connection, error: ErrorBody): Step {
  if (error.code === 'wrong_secret' && connection.secret !== null) {
    const [next, effects] = sayHello({ ...connection, secret: null, pending: [] });
    const rejected = { type: 'rejected', error, action: null } as const;
    return [next, [{ type: 'forget_secret' }, rejected, ...effects]];
  }
  // The server closes the socket.
  if (error.code === 'closing') return [connection, []];
  // Too many ask at once, or the database is away, for instance while another one takes over. The
  // server answers a hello once, so it is said again over a new socket after a while.
  if (error.code === 'busy' || error.code === 'not_stored') {
    return [connection, [{ type: 'disconnect' }]];
  }
  return [{ ...connection, state: 'rejected', error }, []];
}

function withoutPending(connection: Connection, id: string): Connection {
  return { ...connection, pending: connection.pending.filter((request) => request.id !== id) };
}
