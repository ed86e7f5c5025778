/**
 * The game on the screen: what the server says about it, and what only this screen knows, such as
 * the move that is looked at or a promotion that waits for its choice.
 */
import { app, storage } from '../app.svelte';
import {
  boardField,
  kingOf,
  opposite,
  replay,
  squaresOf,
  turnOf,
  type Placement,
  type Role,
} from '../game/placement';
import { resolvePremove, willPromote, type Premove } from '../game/premove';
import { stepTo } from '../game/rows';
import { moverFor } from '../game/status';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { GameSocket } from '../live/socket';
import { begin, type Connection, type Effect } from '../live/connection';
import { seatSecret } from '../settings/seats';
import type { Command } from '../wire/Command';
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';
import { Advice } from './advice.svelte';
import { announceEffect } from './announcements';

const NOTHING: Placement = new Map();

export class GameSession {
  connection = $state.raw<Connection>(begin('', null)[0]);
  /** The half-move that is looked at; none for the newest, which stays the newest. */
  cursor = $state<number | null>(null);
  flipped = $state(false);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  confirming = $state.raw<ChosenMove | null>(null);
  /** The move to play as soon as the other side has moved; one at a time. */
  premove = $state.raw<Premove | null>(null);
  /** Counts up whenever the board has to forget what was tried on it. */
  resets = $state(0);
  /** The end was seen and put aside, or the game had ended before this page was opened. */
  endSeen = $state(true);

  /** The sides that were told that their time is low. */
  readonly warned = new Set<Side>();

  view = $derived(this.connection.view);
  you = $derived(this.connection.you);
  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  ply = $derived(this.cursor ?? this.moves.length);
  pieces = $derived(this.positions[this.ply] ?? NOTHING);
  fen = $derived(boardField(this.pieces));
  /** Whose turn it is in the position that is looked at. */
  turn = $derived<Side>(
    this.ply % 2 === 0 ? turnOf(this.startFen) : opposite(turnOf(this.startFen)),
  );
  lastMove = $derived(this.moves[this.ply - 1]?.uci ?? '');
  check = $derived(/[+#]$/.test(this.moves[this.ply - 1]?.san ?? '') || this.#startCheck());
  mover = $derived(
    this.view === null || this.cursor !== null ? null : moverFor(this.view, this.you),
  );
  myTurn = $derived(this.mover !== null && this.mover === this.view?.state.turn);
  orientation = $derived<Side>(this.#facing());

  readonly advice = new Advice(() => this.connection);
  #socket: GameSocket;

  constructor(readonly id: string) {
    this.#socket = new GameSocket(id, seatSecret(storage, id), {
      changed: (connection) => this.#update(connection),
      effect: (effect) => this.#onEffect(effect),
    });
  }

  stop(): void {
    this.#socket.stop();
  }

  /** A piece was moved on the board; the server has said that it may be. */
  tryMove(from: string, to: string): void {
    const legal = this.view?.state.legal;
    if (legal === undefined || !this.myTurn || !isLegal(legal, from, to)) this.reset();
    else this.submit({ from, to, promotion: null });
  }

  /**
   * Keeps a move for later, and asks at once what its pawn is to become. The move before it may
   * still be on its way; and where the answer was quicker than the hand, it is no premove at all.
   */
  planMove(from: string, to: string): void {
    if (this.myTurn && !this.#isMoving()) {
      this.reset();
      return this.tryMove(from, to);
    }
    const ply = this.moves.length + (this.myTurn ? 1 : 0);
    this.premove = { from, to, promotion: null, ply };
    if (willPromote(this.pieces, from, to)) this.promoting = { from, to };
    else app.announce(app.words.premoveSet(from, to));
  }

  /**
   * A piece was sent where it may not go. The server knows why, so it is asked; what it says is told
   * by `telling`. Nothing is asked twice at once, nor later when the connection is back.
   */
  askWhyNot(from: string, to: string): void {
    const isPlayable = this.myTurn && !this.#isMoving() && this.connection.link === 'live';
    if (!isPlayable) return;
    const promotion = willPromote(this.pieces, from, to) ? 'queen' : null;
    this.#send({ from, to, promotion });
  }

  cancelPremove(): void {
    if (this.premove === null) return;
    this.premove = null;
    app.announce(app.words.premoveCanceled);
  }

  promote(role: Role): void {
    const { promoting, premove } = this;
    this.promoting = null;
    if (promoting === null) return;
    if (premove === null) return this.submit({ ...promoting, promotion: role });
    this.premove = { ...premove, promotion: role };
    app.announce(app.words.premoveSet(premove.from, premove.to));
  }

  /** Plays a move, or asks first where somebody prefers that. */
  submit(move: ChosenMove): void {
    const legal = this.view?.state.legal;
    if (legal && move.promotion === null && needsPromotion(legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    const { confirm } = app.settings;
    const touch = confirm === 'touch' && matchMedia('(pointer: coarse)').matches;
    if (confirm === 'always' || touch) this.confirming = move;
    else this.#send(move);
  }

  confirm(): void {
    if (this.confirming !== null) this.#send(this.confirming);
  }

  /** Puts the pieces back to where the server has them. */
  reset(): void {
    this.promoting = null;
    this.confirming = null;
    this.resets += 1;
  }

  /** Gives up whatever was begun on the board: a choice, a move to confirm, a premove. */
  cancel(): void {
    this.cancelPremove();
    this.reset();
  }

  send(command: Command): void {
    this.reset();
    this.#socket.request({ type: 'command', command });
  }

  walk(target: number): void {
    this.cursor = stepTo(target, this.moves.length);
    this.reset();
  }

  #send(move: ChosenMove): void {
    this.confirming = null;
    this.#socket.request({ type: 'move', uci: uciOf(move), ply: this.moves.length });
  }

  /** Takes over what the server says. What was begun for another position is given up. */
  #update(connection: Connection): void {
    const [last, before] = [this.view, this.moves.length];
    this.connection = connection;
    if (last !== null && !isOver(last) && isOver(connection.view)) this.endSeen = false;
    if (this.premove !== null) this.#playPremove(this.premove);
    else if (this.promoting !== null || this.confirming !== null) {
      if (this.moves.length !== before || !this.myTurn) this.reset();
    }
  }

  /** Plays the premove if its time has come. One that cannot be played is seen to go. */
  #playPremove(premove: Premove): void {
    if (this.view === null || this.#isMoving()) return;
    const fate = resolvePremove(premove, this.view, this.you);
    if (fate.type === 'waits') return;
    this.premove = null;
    if (fate.type === 'plays') this.#send(fate.move);
    if (fate.type !== 'gone') return;
    this.reset();
    app.notify(app.words.premoveImpossible(premove.from, premove.to));
  }

  /** A move was sent and not answered yet. */
  #isMoving(): boolean {
    return this.connection.pending.some(({ action }) => action.type === 'move');
  }

  #onEffect(effect: Effect): void {
    if (effect.type === 'event') {
      this.advice.moveOn();
      app.statusMessage = '';
      if (effect.event.type === 'moved' || effect.event.type === 'taken_back') this.cursor = null;
    }
    if (effect.type === 'rejected') this.reset();
    announceEffect(effect, this);
  }

  /** A game may begin in check, before any move says so. */
  #startCheck(): boolean {
    const first = this.ply === 0 && this.moves.length === 0;
    return first && this.view?.state.check === kingOf(this.pieces, this.turn);
  }

  #facing(): Side {
    const turning = this.you === 'both' && app.settings.turnBoard && this.view !== null;
    const base = turning ? this.turn : this.you === 'black' ? 'black' : 'white';
    return this.flipped ? opposite(base) : base;
  }
}

function isOver(view: GameView | null): boolean {
  return view?.state.status.type === 'over';
}

/** The two squares of a move, for highlighting; a null move has none. */
export function squarePair(uci: string): readonly [string, string] | null {
  if (uci === '' || uci === '0000') return null;
  const { from, to } = squaresOf(uci);
  return [from, to];
}
