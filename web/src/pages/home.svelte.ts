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
import { forgetLastGame, lastGame, saveLastGame } from '../home/lastGame';
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
  /** The game to continue: the one that was played last in this browser, or the latest of all. */
  game = $state.raw<GameView | null>(lastGame(storage));
  /**
   * Whether the game is shown before anything is chosen. One that begins while the page is open, as a
   * round of a competition does, is shown at once: the clock of the user may run already.
   */
  #isGameFirst = $state(this.game !== null);
  /** Whose games were fetched: a member's or a visitor's; `undefined` before the first time. */
  #fetchedFor: string | null | undefined;
  /** Whether they were asked for. Who has just opened the page is known without asking again. */
  #isRefreshed = false;
  /** The server did not answer. */
  isAway = $state(false);
  #chosen = $state<Shown | null>(null);
  readonly today = tabiyaOf(new Date());
  /** The legal moves of positions, by FEN, as the server has sent them. */
  #legal = $state.raw<ReadonlyMap<string, LegalMoves>>(new Map());

  /** The game comes last: it may be there later than the others. */
  choices = $derived<readonly Shown[]>(
    this.game === null ? ['new', 'today'] : ['new', 'today', 'game'],
  );
  /** What is on the board before anything is chosen. */
  #first = $derived<Shown>(this.#isGameFirst && this.game !== null ? 'game' : 'new');
  shown = $derived(
    this.#chosen === null || !this.choices.includes(this.#chosen) ? this.#first : this.#chosen,
  );
  /** The game that is on the board before anything is chosen; lists of games leave it out. */
  gameOnBoard = $derived(this.#isGameFirst ? (this.game?.id ?? null) : null);
  fen = $derived(this.#fen());
  pieces = $derived(placementOf(this.fen));
  turn = $derived(turnOf(this.fen));
  legal = $derived(this.#legal.get(this.fen) ?? null);
  /**
   * Whether the games and the moves of the board were there once; what is less urgent follows them, and
   * stays while another position is fetched.
   */
  isReady = $state(false);
  orientation = $derived<Side>(this.#orientation());
  /** The side to play against the computer from today's position, which is the one at the bottom. */
  side = $derived(this.shown === 'today' && app.choices.mode === 'computer' ? this.turn : null);
  /** Whose pieces start a game when they are moved. */
  mover = $derived(this.#mover());
  lastMove = $derived(this.#lastMove());

  choose(shown: Shown): void {
    this.#chosen = shown;
    this.#noticeReady();
  }

  /** Fetches the user's games; what is shown stays until they are there. */
  async load(): Promise<void> {
    const seats = seatedGames(storage);
    const member = account.session.name;
    const games = await fetchOwnGames({ seats, isMember: member !== null });
    if (games === null || member !== account.session.name) return;
    const { unfinished } = games;
    const goesOn = unfinished.find(({ id }) => id === this.game?.id) ?? unfinished[0];
    const result = goesOn === undefined ? null : await viewGame(goesOn.id);
    if (member !== account.session.name) return;
    if (result?.ok === false && result.error.code === 'unreachable') return;
    this.games = games;
    // One that cannot be read is still in the list.
    this.#show(result?.ok === true ? result.value : null, member !== this.#fetchedFor);
    this.#fetchedFor = member;
    this.#noticeReady();
  }

  #show(game: GameView | null, isFirst: boolean): void {
    const isUntouched = isFirst || this.#chosen === null;
    if (isUntouched || game === null) this.#isGameFirst = game !== null;
    this.game = game;
    if (game === null) forgetLastGame(storage);
    else saveLastGame(storage, game);
  }

  /** Asks for the legal moves of the position, once. */
  async loadMoves(): Promise<void> {
    const { fen } = this;
    if (this.shown === 'game' || this.#legal.has(fen)) return;
    const result = await viewPosition({ start_fen: fen, moves: [] });
    this.#notice(result);
    if (result.ok) this.#legal = new Map(this.#legal).set(fen, result.value.legal);
    this.#noticeReady();
  }

  /** Fetches what may have changed, and asks whether the server is there. */
  async refresh(): Promise<void> {
    const wasAway = this.isAway;
    const session = this.#isRefreshed ? whoAmI() : null;
    this.#isRefreshed = true;
    await this.load();
    if (session !== null) this.#notice(await session);
    if (wasAway && !this.isAway) await this.loadMoves();
  }

  #notice(result: ApiResult<unknown>): void {
    this.isAway = !result.ok && result.error.code === 'unreachable';
  }

  #noticeReady(): void {
    const isFetched = this.#fetchedFor !== undefined;
    if (isFetched && (this.shown === 'game' || this.legal !== null)) this.isReady = true;
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
