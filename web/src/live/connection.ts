/**
 * A game followed through a socket, as a state and a step: messages, the socket's own troubles and
 * the player's wishes go in; the next state and what is to be done come out. No socket is in here,
 * no timer and no screen.
 *
 * Versions have no gaps. Whoever sees one says hello again, with the last version that was seen. A
 * wish stays pending until it is answered, and is sent again under its own name after every
 * reconnection, so that it happens once or not at all.
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
import { applied } from './applyEvent';
import { messageOf, renewed, type Action, type PendingRequest } from './pending';

export type Link = 'connecting' | 'greeting' | 'live' | 'lost' | 'refused';

/** What was last heard about who is connected, and when, on this computer's own steady clock. */
export interface PresenceReading {
  readonly players: Sides<Presence>;
  readonly heardAt: number;
}

export interface Connection {
  readonly game: string;
  /** What proves that somebody sits here; none for those who look on. */
  readonly secret: string | null;
  readonly link: Link;
  /** How often connecting has failed since it last worked. */
  readonly failures: number;
  readonly you: Viewer;
  readonly view: GameView | null;
  readonly clock: ClockReading | null;
  readonly pending: readonly PendingRequest[];
  /** Why the engine that is to move cannot. */
  readonly trouble: ErrorBody | null;
  /** Who is connected, in a game of two people; none while that is not known. */
  readonly presence: PresenceReading | null;
  /** Why the server does not show this game at all. */
  readonly refusal: ErrorBody | null;
}

export type Input =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'retry' }
  | { readonly type: 'heard'; readonly message: ServerMessage; readonly now: number }
  | { readonly type: 'want'; readonly id: string; readonly want: Action };

export type Effect =
  | { readonly type: 'send'; readonly message: ClientMessage }
  | { readonly type: 'connect' }
  | { readonly type: 'reconnect'; readonly failures: number }
  | {
      readonly type: 'happened';
      readonly event: Event;
      readonly before: GameView;
      readonly view: GameView;
    }
  | { readonly type: 'denied'; readonly problem: ErrorBody; readonly want: Action | null }
  | { readonly type: 'forget_secret' };

export type Step = readonly [Connection, readonly Effect[]];

/** A game that nothing is known about yet. */
export function begin(game: string, secret: string | null): Step {
  const connection: Connection = {
    game,
    secret,
    link: 'connecting',
    failures: 0,
    you: 'spectator',
    view: null,
    clock: null,
    pending: [],
    trouble: null,
    presence: null,
    refusal: null,
  };
  return [connection, [{ type: 'connect' }]];
}

/** What comes of an input. */
export function step(connection: Connection, input: Input): Step {
  switch (input.type) {
    case 'opened':
      return greet({ ...connection, link: 'greeting' });
    case 'closed':
      return closed(connection);
    case 'retry':
      if (connection.link !== 'lost') return [connection, []];
      return [{ ...connection, link: 'connecting' }, [{ type: 'connect' }]];
    case 'heard':
      return hear(connection, input.message, input.now);
    case 'want':
      return want(connection, input.id, input.want);
  }
}

function greet(connection: Connection): Step {
  const { game, secret, view, pending } = connection;
  const hello: ClientMessage = {
    type: 'hello',
    game,
    secret,
    last_version: view?.version ?? null,
  };
  const again = pending.map((wish) => messageOf(game, wish));
  return [connection, [hello, ...again].map((message) => ({ type: 'send', message }))];
}

function closed(connection: Connection): Step {
  if (connection.link === 'refused') return [connection, []];
  const failures = connection.failures + 1;
  const lost: Connection = { ...connection, link: 'lost', failures, presence: null };
  return [lost, [{ type: 'reconnect', failures: connection.failures }]];
}

function want(connection: Connection, id: string, wanted: Action): Step {
  const { view, game } = connection;
  if (view === null) return [connection, []];
  const wish: PendingRequest = { id, base: view.version, want: wanted, renewals: 0 };
  const next = { ...connection, pending: [...connection.pending, wish] };
  return [next, send(next, messageOf(game, wish))];
}

/** Whatever cannot be sent now is sent with the next hello. */
function send(connection: Connection, message: ClientMessage): readonly Effect[] {
  const open = connection.link === 'live' || connection.link === 'greeting';
  return open ? [{ type: 'send', message }] : [];
}

function hear(connection: Connection, message: ServerMessage, now: number): Step {
  switch (message.type) {
    case 'full':
      return full(connection, message.you, message.game, now);
    case 'event':
      return happened(connection, message, now);
    case 'ack':
      return [without(connection, message.id), []];
    case 'error':
      return refused(connection, message);
    case 'stuck':
      return [{ ...connection, trouble: problemOf(message) }, []];
    case 'presence':
      if (message.game !== connection.game) return [connection, []];
      return [{ ...connection, presence: { players: message.players, heardAt: now } }, []];
    case 'resync':
      return greet({ ...connection, link: 'greeting' });
    case 'pong':
      return [connection, []];
  }
}

function full(connection: Connection, you: Viewer, view: GameView, now: number): Step {
  const clock = { clocks: view.state.clocks, heardAt: now, freshTurn: false };
  return [{ ...connection, link: 'live', failures: 0, you, view, clock, trouble: null }, []];
}

function happened(
  connection: Connection,
  message: Extract<ServerMessage, { type: 'event' }>,
  now: number,
): Step {
  const { view } = connection;
  if (message.game !== connection.game || view === null) return [connection, []];
  if (message.version <= view.version) return [connection, []];
  if (message.version > view.version + 1) return greet({ ...connection, link: 'greeting' });
  const { event, state, version } = message;
  const next = applied(view, version, event, state);
  const clock = { clocks: state.clocks, heardAt: now, freshTurn: event.type === 'moved' };
  const seen: Connection = { ...connection, link: 'live', failures: 0, view: next, clock };
  const after = { ...seen, trouble: null };
  return [after, [{ type: 'happened', event, before: view, view: next }]];
}

/** What a message through the socket complains about. */
function problemOf({ code, message }: Pick<ErrorBody, 'code' | 'message'>): ErrorBody {
  return { code, message, values: [] };
}

function refused(connection: Connection, message: Extract<ServerMessage, { type: 'error' }>): Step {
  const { id, code } = message;
  const problem = problemOf(message);
  if (id === null) return turnedAway(connection, problem);
  const wish = connection.pending.find((pending) => pending.id === id);
  if (wish === undefined) return [connection, []];
  const rest = without(connection, id);
  const again = code === 'stale' && rest.view !== null ? renewed(wish, rest.view) : null;
  if (again !== null) {
    const next = { ...rest, pending: [...rest.pending, again] };
    return [next, send(next, messageOf(next.game, again))];
  }
  return [rest, [{ type: 'denied', problem, want: wish.want }]];
}

/** The hello was refused. With a secret that is no longer good, one can still look on. */
function turnedAway(connection: Connection, problem: ErrorBody): Step {
  if (problem.code === 'wrong_secret' && connection.secret !== null) {
    const [next, effects] = greet({ ...connection, secret: null, pending: [] });
    return [next, [{ type: 'forget_secret' }, { type: 'denied', problem, want: null }, ...effects]];
  }
  if (problem.code === 'closing' || problem.code === 'busy') return [connection, []];
  return [{ ...connection, link: 'refused', refusal: problem }, []];
}

function without(connection: Connection, id: string): Connection {
  return { ...connection, pending: connection.pending.filter((wish) => wish.id !== id) };
}
