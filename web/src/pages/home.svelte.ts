/**
 * The board of the home page: the game to continue, a new one, or today's position. A move on it
 * starts a game.
 */
import { account } from '../account.svelte';
import { app, storage } from '../app.svelte';
import { viewGame } from '../api/games';
import { viewPosition } from '../api/positions';
import type { ApiResult } from '../api/request';
import { whoAmI } from '../api/session';
import { START_FEN } from '../game/editor';
import { placementOf, squaresOf, turnOf } from '../game/placement';
import { fetchOwnGames, NO_GAMES, type OwnGames } from '../home/ownGames';
import { tabiyaOf } from '../home/tabiyas';
import { seatedGames } from '../settings/seats';
import type { GameView } from '../wire/GameView';
import type { LegalMoves } from '../wire/LegalMoves';
import type { Side } from '../wire/Side';
import { viewerHere } from './viewer';

export type Shown = 'game' | 'new' | 'today';

export class HomeBoardSession {
  games = $state.raw<OwnGames>(NO_GAMES);
  /** The last unfinished game. */
  game = $state.raw<GameView | null>(null);
  /** The server did not answer. */
  isAway = $state(false);
  #chosen = $state<Shown | null>(null);
  readonly today = tabiyaOf(new Date());
  /** The legal moves of positions, by FEN, as the server has sent them. */
  #legal = $state.raw<ReadonlyMap<string, LegalMoves>>(new Map());

  choices = $derived<readonly Shown[]>(
    this.game === null ? ['new', 'today'] : ['game', 'new', 'today'],
  );
  /** The game to continue, until something else is chosen. */
  shown = $derived(this.#chosen ?? this.choices[0] ?? 'new');
  fen = $derived(this.#fen());
  pieces = $derived(placementOf(this.fen));
  turn = $derived(turnOf(this.fen));
  legal = $derived(this.#legal.get(this.fen) ?? null);
  orientation = $derived<Side>(this.#orientation());
  /** The side to play against the computer from today's position, which is the one at the bottom. */
  side = $derived(this.shown === 'today' && app.choices.mode === 'computer' ? this.turn : null);
  /** Whose pieces start a game when they are moved. */
  mover = $derived(this.#mover());
  lastMove = $derived(this.#lastMove());

  choose(shown: Shown): void {
    this.#chosen = shown;
  }

  /** Fetches the user's games; what is shown stays until they are there. */
  async load(): Promise<void> {
    const seats = seatedGames(storage);
    const isMember = account.session.name !== null;
    this.games = await fetchOwnGames({ seats, isMember, mayTakeAny: account.may('take_any_seat') });
    const [latest] = this.games.unfinished;
    const result = latest === undefined ? null : await viewGame(latest.id);
    this.game = result?.ok === true ? result.value : null;
  }

  /** Asks for the legal moves of the position, once. */
  async loadMoves(): Promise<void> {
    const { fen } = this;
    if (this.shown === 'game' || this.#legal.has(fen)) return;
    const result = await viewPosition({ start_fen: fen, moves: [] });
    this.#notice(result);
    if (result.ok) this.#legal = new Map(this.#legal).set(fen, result.value.legal);
  }

  /** Asks whether the server is there; where it is back, what is missing is fetched. */
  async probe(): Promise<void> {
    const wasAway = this.isAway;
    this.#notice(await whoAmI());
    if (wasAway && !this.isAway) await Promise.all([this.load(), this.loadMoves()]);
  }

  #notice(result: ApiResult<unknown>): void {
    this.isAway = !result.ok && result.error.code === 'unreachable';
  }

  #fen(): string {
    if (this.shown === 'game' && this.game !== null) return this.game.state.fen;
    return this.shown === 'today' ? this.today.fen : START_FEN;
  }

  #orientation(): Side {
    if (this.shown === 'game' && this.game !== null) {
      return viewerHere(this.game, true) === 'black' ? 'black' : 'white';
    }
    if (this.shown === 'today') return turnOf(this.today.fen);
    return app.choices.mode === 'computer' && app.choices.side === 'black' ? 'black' : 'white';
  }

  /** Only a game of which the position is known can begin with a move. */
  #mover(): Side | null {
    const { mode, side, start } = app.choices;
    if (this.shown === 'game' || mode === 'invite') return null;
    if (this.shown === 'today') return this.turn;
    if (start === 'chess960') return null;
    return mode === 'computer' && side === 'black' ? null : 'white';
  }

  #lastMove(): readonly [string, string] | null {
    const last = this.shown === 'game' ? this.game?.moves.at(-1) : undefined;
    if (last === undefined) return null;
    const { from, to } = squaresOf(last.uci);
    return [from, to];
  }
}
