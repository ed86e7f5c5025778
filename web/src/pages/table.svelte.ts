/**
 * The game on the screen: what the server says about it, and what only this screen knows, such as
 * the move that is looked at or a promotion that waits for its choice.
 */
import { app, shelf } from '../app.svelte';
import { askEvaluation, askHint } from '../api/games';
import type { Answer } from '../api/request';
import { firstStep, nextStep, type OpenHint } from '../game/hint';
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
import { stepTo } from '../game/rows';
import { moverFor } from '../game/status';
import { isLegal, needsPromotion, uciOf, type Chosen } from '../game/typed';
import { problemText } from '../i18n/messages';
import { Following } from '../live/socket';
import { begin, type Connection, type Effect } from '../live/connection';
import { seatSecret } from '../settings/seats';
import type { Act } from '../wire/Act';
import type { Evaluation } from '../wire/Evaluation';
import type { Side } from '../wire/Side';
import { tell } from './telling';

const NOTHING: Placement = new Map();

export class Table {
  connection = $state.raw<Connection>(begin('', null)[0]);
  /** The half-move that is looked at; none for the newest, which stays the newest. */
  cursor = $state<number | null>(null);
  flipped = $state(false);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  confirming = $state.raw<Chosen | null>(null);
  hint = $state.raw<OpenHint | null>(null);
  evaluation = $state.raw<Evaluation | null>(null);
  asking = $state(false);
  /** Counts up whenever the board has to forget what was tried on it. */
  resets = $state(0);
  /** The end of the game was looked at and put aside. */
  endSeen = $state(false);

  view = $derived(this.connection.view);
  you = $derived(this.connection.you);
  moves = $derived(this.view?.moves ?? []);
  startFen = $derived(this.view?.start_fen ?? '');
  positions = $derived(replay(this.startFen, this.moves));
  ply = $derived(this.cursor ?? this.moves.length);
  men = $derived(this.positions[this.ply] ?? NOTHING);
  fen = $derived(boardField(this.men));
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

  #following: Following;

  constructor(readonly id: string) {
    this.#following = new Following(id, seatSecret(shelf, id), {
      changed: (connection) => (this.connection = connection),
      effect: (effect) => this.#hear(effect),
    });
  }

  stop(): void {
    this.#following.stop();
  }

  /** A man was moved on the board; the server has said that it may be. */
  tryMove(from: string, to: string, premoved = false): void {
    const legal = this.view?.state.legal;
    if (legal === undefined || !this.myTurn || !isLegal(legal, from, to)) return this.reset();
    if (needsPromotion(legal, from, to)) {
      if (premoved) return this.#send({ from, to, promotion: 'queen' });
      this.promoting = { from, to };
    } else {
      this.offer({ from, to, promotion: null }, premoved);
    }
  }

  promote(role: Role): void {
    if (this.promoting !== null) this.offer({ ...this.promoting, promotion: role });
    this.promoting = null;
  }

  /** Plays a move, or asks first where somebody prefers that. */
  offer(move: Chosen, premoved = false): void {
    const legal = this.view?.state.legal;
    if (legal && move.promotion === null && needsPromotion(legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    const { confirm } = app.settings;
    const touch = confirm === 'touch' && matchMedia('(pointer: coarse)').matches;
    if (!premoved && (confirm === 'always' || touch)) this.confirming = move;
    else this.#send(move);
  }

  confirm(): void {
    if (this.confirming !== null) this.#send(this.confirming);
  }

  /** Puts the men back to where the server has them. */
  reset(): void {
    this.promoting = null;
    this.confirming = null;
    this.resets += 1;
  }

  act(act: Act): void {
    this.reset();
    this.#following.want({ type: 'act', act });
  }

  walk(target: number): void {
    this.cursor = stepTo(target, this.moves.length);
    this.reset();
  }

  async askHint(): Promise<void> {
    if (this.hint !== null) {
      this.hint = nextStep(this.hint);
      return;
    }
    const answer = await this.#ask(() => askHint(this.id, this.connection.secret));
    if (answer !== null && answer.version === this.view?.version) this.hint = firstStep(answer);
  }

  async askEvaluation(): Promise<void> {
    const answer = await this.#ask(() => askEvaluation(this.id, this.connection.secret));
    if (answer !== null && answer.version === this.view?.version) this.evaluation = answer;
  }

  async #ask<T>(request: () => Promise<Answer<T>>): Promise<T | null> {
    if (this.asking) return null;
    this.asking = true;
    const answer = await request();
    this.asking = false;
    if (answer.ok) return answer.value;
    app.notify(problemText(app.words, answer.problem));
    return null;
  }

  #send(move: Chosen): void {
    this.confirming = null;
    this.#following.want({ type: 'move', uci: uciOf(move), ply: this.moves.length });
  }

  #hear(effect: Effect): void {
    if (effect.type === 'happened') {
      this.hint = null;
      this.evaluation = null;
      if (effect.event.type === 'moved' || effect.event.type === 'taken_back') this.cursor = null;
      if (effect.view.state.status.type !== 'over') this.endSeen = false;
    }
    if (effect.type === 'denied') this.reset();
    tell(effect, this);
  }

  /** A game may begin in check, before any move says so. */
  #startCheck(): boolean {
    const first = this.ply === 0 && this.moves.length === 0;
    return first && this.view?.state.check === kingOf(this.men, this.turn);
  }

  #facing(): Side {
    const turning = this.you === 'both' && app.settings.turnBoard && this.view !== null;
    const base = turning ? this.turn : this.you === 'black' ? 'black' : 'white';
    return this.flipped ? opposite(base) : base;
  }
}

/** The two squares of a move, for highlighting. */
export function squarePair(uci: string): readonly [string, string] | null {
  if (uci === '') return null;
  const { from, to } = squaresOf(uci);
  return [from, to];
}
