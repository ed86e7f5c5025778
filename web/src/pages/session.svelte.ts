/**
 * The controller of the game page: the game as the server sends it, and what only this page knows,
 * such as the move being viewed or a pending promotion.
 */
import { app, storage } from '../app.svelte';
import {
  afterMove,
  boardField,
  kingOf,
  opposite,
  replay,
  squaresOf,
  turnOf,
  type Placement,
  type Role,
} from '../game/placement';
import {
  addPremove,
  afterPremoves,
  NO_PREMOVES,
  resolvePremoves,
  willPromote,
  type PremoveQueue,
} from '../game/premove';
import { invitedTo } from '../game/invitation';
import { stepTo } from '../game/rows';
import { moverFor, ownSide } from '../game/status';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { GameSocket } from '../live/socket';
import { initialStep, waitingMove, type Connection, type Effect } from '../live/connection';
import type { Action } from '../live/pending';
import { saveSeatSide, seatSecret } from '../settings/seats';
import type { Command } from '../wire/Command';
import type { GameView } from '../wire/GameView';
import type { Side } from '../wire/Side';
import { Advice } from './advice.svelte';
import { announceEffect } from './announcements';
import { takeFirstMove } from './firstMoves';

const NOTHING: Placement = new Map();
/** The ply after which the first move is played. */
const BEFORE_FIRST_PLY = -1;

export class GameSession {
  connection = $state.raw<Connection>(initialStep('', null)[0]);
  /** The half-move being viewed; `null` follows the newest. */
  cursor = $state<number | null>(null);
  flipped = $state(false);
  /** Whether the viewer holds an invitation that is not answered yet. */
  isInvited = $state(false);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  confirming = $state.raw<ChosenMove | null>(null);
  /** The moves to play as soon as the other side has moved, one after each of its moves. */
  premoves = $state.raw<PremoveQueue>(NO_PREMOVES);
  /** Counts up whenever the board has to forget an attempt. */
  resets = $state(0);
  /** The card about the end was closed, or the game had ended before this page was opened. */
  endSeen = $state(true);
  /** Whether the player is asked to take back a move of a game that is over. */
  reopening = $state(false);

  /** The sides that were warned that their time is low. */
  readonly warned = new Set<Side>();

  view = $derived(this.connection.view);
  you = $derived(this.connection.you);
  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  ply = $derived(this.cursor ?? this.moves.length);
  pieces = $derived(this.positions[this.ply] ?? NOTHING);
  /** The pieces on the board: with premoves, where they are to go. */
  shownPieces = $derived(this.#shownPieces());
  fen = $derived(boardField(this.shownPieces));
  /** Whose turn it is in the position being viewed. */
  turn = $derived<Side>(
    this.ply % 2 === 0 ? turnOf(this.startFen) : opposite(turnOf(this.startFen)),
  );
  lastMove = $derived(this.moves[this.ply - 1]?.uci ?? '');
  check = $derived(/[+#]$/.test(this.moves[this.ply - 1]?.san ?? '') || this.#startCheck());
  mate = $derived(this.moves[this.ply - 1]?.san.endsWith('#') ?? false);
  mover = $derived(
    this.view === null || this.cursor !== null ? null : moverFor(this.view, this.you),
  );
  myTurn = $derived(this.mover !== null && this.mover === this.view?.state.turn);
  /** The move that is sent once the connection is back; empty if there is none. */
  waitingMove = $derived(waitingMove(this.connection) ?? '');
  /** The side that an invitation offers to the viewer. */
  invitedSide = $derived(this.isInvited && this.view !== null ? invitedTo(this.view).side : null);
  orientation = $derived<Side>(this.#orientation());

  readonly advice = new Advice(() => this.connection);
  #socket: GameSocket;
  /** The premove that was sent last. */
  #sentPremove: ChosenMove | null = null;

  /** A game, with the secret of the seat in it that this browser has. */
  constructor(
    readonly id: string,
    secret = seatSecret(storage, id),
  ) {
    const first = takeFirstMove(id);
    // It waits for the game as a premove waits for the opponent.
    if (first !== null) this.premoves = addPremove(NO_PREMOVES, first, BEFORE_FIRST_PLY);
    this.#socket = GameSocket.open(id, secret, {
      changed: (connection) => this.#update(connection),
      effect: (effect) => this.#onEffect(effect),
    });
  }

  stop(): void {
    this.#socket.leave();
  }

  /** A piece was moved on the board. */
  tryMove(from: string, to: string): void {
    const legal = this.view?.state.legal;
    if (legal === undefined || !this.myTurn || !isLegal(legal, from, to)) this.reset();
    else this.submit({ from, to, promotion: null });
  }

  /**
   * Adds a premove. The move before it may still be on its way; if the opponent was quicker, it is
   * played as an ordinary move.
   */
  addPremove(from: string, to: string): void {
    if (this.myTurn && !this.#isMoving()) {
      this.reset();
      return this.tryMove(from, to);
    }
    const ply = this.moves.length + (this.myTurn ? 1 : 0);
    const promotion = willPromote(this.shownPieces, from, to) ? 'queen' : null;
    this.premoves = addPremove(this.premoves, { from, to, promotion }, ply);
    app.announce(app.messages.premoveSet(from, to));
  }

  /**
   * A piece was moved where it may not go. The server knows why, so the move is sent anyway, and
   * `announcements` shows the error. Never twice at once, nor later when the connection is back.
   */
  explainIllegal(from: string, to: string): void {
    const isPlayable = this.myTurn && !this.#isMoving() && this.connection.state === 'live';
    if (!isPlayable) return;
    const promotion = willPromote(this.pieces, from, to) ? 'queen' : null;
    this.#send({ from, to, promotion });
  }

  cancelPremoves(): void {
    if (this.premoves.moves.length === 0) return;
    this.premoves = NO_PREMOVES;
    app.announce(app.messages.premoveCanceled);
  }

  promote(role: Role): void {
    const { promoting } = this;
    this.promoting = null;
    if (promoting !== null) this.submit({ ...promoting, promotion: role });
  }

  /** Plays a move, after confirmation if the settings say so. */
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

  /** Resets the board to the position of the server. */
  reset(): void {
    this.promoting = null;
    this.confirming = null;
    this.resets += 1;
  }

  /** Whether there is something to cancel: a move to confirm, or premoves. */
  get hasPending(): boolean {
    return this.promoting !== null || this.confirming !== null || this.premoves.moves.length > 0;
  }

  /** Cancels a selection, a move to confirm, or all premoves. */
  cancel(): void {
    this.cancelPremoves();
    this.reset();
  }

  send(command: Command): void {
    this.reset();
    this.#socket.request({ type: 'command', command });
  }

  /** Takes a move back; where that removes the result, after a question. */
  undo(): void {
    if (isOver(this.view)) this.reopening = true;
    else this.send({ type: 'undo' });
  }

  goToPly(target: number): void {
    this.cursor = stepTo(target, this.moves.length);
    this.reset();
  }

  #send(move: ChosenMove): void {
    this.confirming = null;
    this.#socket.request({ type: 'move', uci: uciOf(move), ply: this.moves.length });
  }

  /** Takes the new state. Anything started in another position is canceled. */
  #update(connection: Connection): void {
    const [last, before] = [this.view, this.moves.length];
    this.connection = connection;
    this.#rememberSide();
    if (last !== null && !isOver(last) && isOver(connection.view)) this.endSeen = false;
    if (!isOver(connection.view)) this.reopening = false;
    if (this.premoves.moves.length > 0) this.#playPremoves();
    else if (this.promoting !== null || this.confirming !== null) {
      if (this.moves.length !== before || !this.myTurn) this.reset();
    }
  }

  /** Pages that show the game later have no connection that says which side is the user's. */
  #rememberSide(): void {
    const side = ownSide(this.you);
    if (side !== null && this.connection.secret !== null) saveSeatSide(storage, this.id, side);
  }

  /** Plays the first premove if its time has come, or cancels all visibly if it is impossible. */
  #playPremoves(): void {
    if (this.view === null || this.#isMoving()) return;
    const outcome = resolvePremoves(this.premoves, this.view, this.you);
    if (outcome.type === 'impossible') return this.#dropPremoves(outcome.move);
    const [first] = outcome.queue.moves;
    // It was sent and is not among the moves: the server has rejected it.
    if (outcome.type === 'play' && first === this.#sentPremove) {
      return this.#dropPremoves(outcome.move);
    }
    this.premoves = outcome.queue;
    if (outcome.type === 'waiting') return;
    this.#sentPremove = first ?? null;
    this.#send(outcome.move);
  }

  /** Cancels all premoves because of one; at the end of the game that needs no words. */
  #dropPremoves({ from, to }: ChosenMove): void {
    this.premoves = NO_PREMOVES;
    this.reset();
    const isPlaying = this.view?.state.status.type === 'playing';
    if (isPlaying) app.notify(app.messages.premoveImpossible(from, to));
  }

  /** A move that was sent is on the board already, and premoves follow it. */
  #shownPieces(): Placement {
    const { moves } = this.premoves;
    if (this.cursor !== null || this.mover === null || moves.length === 0) return this.pieces;
    const sent = this.connection.pending.find(({ action }) => action.type === 'move')?.action;
    const isOther = sent?.type === 'move' && !sent.uci.startsWith(squaresText(moves[0]));
    return afterPremoves(
      isOther ? afterMove(this.pieces, sent.uci) : this.pieces,
      moves,
      this.mover,
    );
  }

  /** A move was sent and is not answered yet. */
  #isMoving(): boolean {
    return this.connection.pending.some(({ action }) => action.type === 'move');
  }

  #onEffect(effect: Effect): void {
    if (effect.type === 'event') {
      this.advice.onGameChanged();
      app.statusMessage = '';
      if (effect.event.type === 'moved' || effect.event.type === 'taken_back') this.cursor = null;
    }
    if (effect.type === 'rejected' && this.#isOnBoard(effect.action)) this.reset();
    announceEffect(effect, this);
  }

  /**
   * The board may show what was rejected. It never shows an illegal move, so that the explanation of
   * one, which may come late, does not touch the piece that is selected by then.
   */
  #isOnBoard(action: Action | null): boolean {
    const legal = this.view?.state.legal;
    if (action?.type !== 'move' || legal === undefined) return true;
    const { from, to } = squaresOf(action.uci);
    return isLegal(legal, from, to);
  }

  /** A game may begin in check, before any move says so. */
  #startCheck(): boolean {
    const first = this.ply === 0 && this.moves.length === 0;
    return first && this.view?.state.check === kingOf(this.pieces, this.turn);
  }

  #orientation(): Side {
    const turning = this.you === 'both' && app.settings.turnBoard && this.view !== null;
    const own = this.invitedSide ?? this.you;
    const base = turning ? this.turn : own === 'black' ? 'black' : 'white';
    return this.flipped ? opposite(base) : base;
  }
}

function squaresText(move: ChosenMove | undefined): string {
  return `${move?.from}${move?.to}`;
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
