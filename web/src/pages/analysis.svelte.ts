/**
 * The controller of the analysis board: a tree of moves, the current node, and what the server knows
 * about its position.
 */
import { app } from '../app.svelte';
import { pgnOf } from '../api/games';
import { viewPosition } from '../api/positions';
import type { ApiResult, ApiError } from '../api/request';
import { readPgn, writePgn } from '../api/studies';
import { START_FEN } from '../game/editor';
import { wholeFen } from '../game/fen';
import { afterMove, boardField, replay, type Placement, type Role } from '../game/placement';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { backoff } from '../live/backoff';
import { openings } from '../openings.svelte';
import { withOpening } from '../openings/tags';
import { moverAt } from '../review/moments';
import { analysisPath } from '../router';
import { shapesOf, withShapes, withText, type Shape } from '../study/notes';
import {
  addMove,
  changed,
  emptyTree,
  endOf,
  fromWire,
  pathTo,
  nodeAt,
  remove,
  ROOT,
  shift,
  toggleNag,
  toWire,
  type Tree,
} from '../study/tree';
import type { NotatedMove } from '../wire/NotatedMove';
import type { PositionView } from '../wire/PositionView';
import type { StudyTree } from '../wire/StudyTree';
import type { PositionPath } from '../wire/PositionPath';
import { SavedStudy } from './savedStudy.svelte';
import { LiveEngine } from './liveEngine.svelte';

const NOTHING: Placement = new Map();

/** What an analysis board opens; by default the starting position. */
export interface AnalysisStart {
  readonly fen?: string | null;
  readonly game?: string | null;
  readonly study?: string | null;
}

export class Analysis {
  tree = $state.raw<Tree>(emptyTree(START_FEN));
  at = $state(ROOT);
  /** The position as the server sees it; `null` while it loads. */
  view = $state.raw<PositionView | null>(null);
  flipped = $state(false);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  /** The move on the board that is sent once the server can be reached. */
  waiting = $state.raw<ChosenMove | null>(null);
  resets = $state(0);
  /** Why the last request failed. */
  error = $state.raw<ApiError | null>(null);

  path = $derived(pathTo(this.tree, this.at));
  node = $derived(nodeAt(this.tree, this.at));
  moves = $derived(this.path.map(({ move }) => move));
  pieces = $derived(this.#pieces());
  board = $derived(boardField(this.pieces));
  turn = $derived(moverAt(this.tree.startFen, this.path.length));
  shapes = $derived(shapesOf(this.node.comments));

  readonly engine = new LiveEngine();
  /** What the server is asked now; an earlier question is no longer repeated, nor its answer used. */
  #question = 0;
  /** Repeats the question at once. */
  #repeat = (): void => undefined;

  /** The study that it is saved as. */
  readonly saved = new SavedStudy();

  constructor({ fen, game, study }: AnalysisStart) {
    // A study is named after its opening.
    void openings.load();
    if (study != null) void this.openStudy(study);
    else if (game != null) void this.#openGame(game);
    else this.#show(emptyTree(fen ?? START_FEN), ROOT);
  }

  async openStudy(id: string): Promise<void> {
    const tree = await this.#ask(() => this.saved.open(id));
    if (tree !== null) this.#showWire(tree);
  }

  /** Discards local changes and loads the study from the server. */
  async reload(): Promise<void> {
    const { id } = this.saved;
    this.saved.forget();
    if (id !== null) await this.openStudy(id);
  }

  /** Saves the board as a new study. */
  saveCopy(): void {
    this.saved.copy(this.tree);
  }

  /** Restores the unsaved changes of another window. */
  restoreDraft(): void {
    const tree = this.saved.restoreDraft();
    if (tree !== null) this.#showWire(tree);
  }

  /** Opens a PGN or a FEN. On an error, returns it and changes nothing. */
  async open(text: string): Promise<ApiError | null> {
    const fen = wholeFen(text);
    const result = await (fen === null ? this.#readPgn(text) : this.#readFen(fen));
    if (!result.ok) return result.error;
    this.saved.detach();
    app.advance(fen === null ? '/analysis' : analysisPath({ fen: result.value.startFen }));
    this.#show(result.value, ROOT);
    // A pasted game is saved at once; a position is in the address.
    if (fen === null) this.saved.create(result.value);
    return null;
  }

  /** The game as PGN, with its opening; `null` on an error. */
  async pgn(): Promise<string | null> {
    const { tree } = this;
    await openings.load();
    const moves = pathTo(tree, endOf(tree, ROOT)).map(({ move }) => move);
    const opening = openings.of(tree.startFen, moves)?.opening ?? null;
    const tags = withOpening(tree.tags, opening);
    const pgn = this.#unwrap(await writePgn({ ...toWire(tree), tags }));
    // The error goes away once the server is back.
    if (this.error?.code === 'unreachable' && this.waiting === null) void this.#fetchView();
    return pgn;
  }

  go(id: number): void {
    this.at = nodeAt(this.tree, id).id;
    this.#load();
  }

  back(): void {
    this.go(this.node.parent ?? ROOT);
  }

  forward(): void {
    this.go(this.node.children[0] ?? this.at);
  }

  last(): void {
    this.go(endOf(this.tree, this.at));
  }

  /** A piece was moved on the board. The server names the move. */
  async play(move: ChosenMove): Promise<void> {
    const { view } = this;
    if (this.waiting !== null) return;
    this.cancelPromotion();
    if (view === null || !isLegal(view.legal, move.from, move.to)) return;
    if (move.promotion === null && needsPromotion(view.legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    const asked = this.#variation(uciOf(move));
    const answer = await this.#ask(
      () => viewPosition(asked),
      () => (this.waiting = move),
    );
    if (this.waiting === move) this.waiting = null;
    const played = answer?.moves.at(-1);
    if (played !== undefined) this.playLine([played]);
  }

  /** Asks again at once what the server has not answered. */
  retry(): void {
    this.#repeat();
  }

  /** Plays moves that the server has named. */
  playLine(line: readonly NotatedMove[]): void {
    let [tree, at] = [this.tree, this.at];
    for (const move of line) [tree, at] = addMove(tree, at, move);
    this.#edit(tree);
    this.go(at);
  }

  promote(role: Role): void {
    if (this.promoting !== null) void this.play({ ...this.promoting, promotion: role });
  }

  cancelPromotion(): void {
    this.promoting = null;
    this.resets += 1;
  }

  shift(by: -1 | 1): void {
    this.#edit(shift(this.tree, this.at, by));
  }

  /** Deletes the current move and all that follow. */
  remove(): void {
    const { parent } = this.node;
    if (parent === null) return;
    this.#edit(remove(this.tree, this.at));
    this.go(parent);
  }

  toggleNag(nag: number): void {
    this.#edit(toggleNag(this.tree, this.at, nag));
  }

  comment(text: string): void {
    this.#write(withText(this.node.comments, text));
  }

  draw(shapes: readonly Shape[]): void {
    this.#write(withShapes(this.node.comments, shapes));
  }

  /** Stops the engine and saves what is unsaved. */
  dispose(): void {
    this.engine.stop();
    this.#question += 1;
    this.saved.flush();
  }

  /** Sets the comments of the current move. */
  #write(comments: readonly string[]): void {
    const before = this.node.comments;
    const same = comments.length === before.length && comments.every((c, i) => c === before[i]);
    if (!same) this.#edit(changed(this.tree, this.at, { comments }));
  }

  /** Replaces the tree and saves it. */
  #edit(tree: Tree): void {
    const before = this.tree;
    if (tree === before) return;
    this.tree = tree;
    this.saved.edited(before, tree);
  }

  #showWire(wire: StudyTree): void {
    const tree = fromWire(wire);
    this.#show(tree, endOf(tree, ROOT));
  }

  async #openGame(id: string): Promise<void> {
    const pgn = await this.#ask(() => pgnOf(id));
    if (pgn === null) return;
    const tree = await this.#ask(() => this.#readPgn(pgn));
    this.saved.source = id;
    if (tree !== null) this.#show(tree, endOf(tree, ROOT));
  }

  async #readFen(fen: string): Promise<ApiResult<Tree>> {
    const result = await viewPosition({ start_fen: fen, moves: [] });
    return result.ok ? { ok: true, value: emptyTree(result.value.fen) } : result;
  }

  async #readPgn(pgn: string): Promise<ApiResult<Tree>> {
    const result = await readPgn(pgn);
    return result.ok ? { ok: true, value: fromWire(result.value) } : result;
  }

  #show(tree: Tree, at: number): void {
    this.tree = tree;
    this.go(at);
  }

  /** Loads the current position from the server. A late response is ignored. */
  #load(): void {
    this.view = null;
    this.waiting = null;
    this.cancelPromotion();
    this.engine.setPosition(this.#variation());
    void this.#fetchView();
  }

  async #fetchView(): Promise<void> {
    const asked = this.#variation();
    this.view = (await this.#ask(() => viewPosition(asked))) ?? this.view;
  }

  /**
   * What the server answers; asks until it can be reached. `null` if it refuses, and when something else
   * is asked in the meantime.
   */
  async #ask<T>(
    send: () => Promise<ApiResult<T>>,
    onaway = (): unknown => null,
  ): Promise<T | null> {
    const question = (this.#question += 1);
    for (let failures = 0; ; failures += 1) {
      const result = await send();
      if (question !== this.#question) return null;
      const answer = this.#unwrap(result);
      if (result.ok || result.error.code !== 'unreachable') return answer;
      onaway();
      await this.#pause(backoff(failures, Math.random()));
      if (question !== this.#question) return null;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#repeat = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #pieces(): Placement {
    const pieces = replay(this.tree.startFen, this.moves).at(-1) ?? NOTHING;
    return this.waiting === null ? pieces : afterMove(pieces, uciOf(this.waiting));
  }

  /** The value of a result; an error is shown until the next success. */
  #unwrap<T>(result: ApiResult<T>): T | null {
    this.error = result.ok ? null : result.error;
    return result.ok ? result.value : null;
  }

  #variation(...more: readonly string[]): PositionPath {
    const { startFen } = this.tree;
    return { start_fen: startFen, moves: [...this.moves.map(({ uci }) => uci), ...more] };
  }
}
