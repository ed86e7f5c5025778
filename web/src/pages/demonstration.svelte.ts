/**
 * The controller of a demonstration board: follows it, and sends what the one who has it does. One's
 * own steps and arrows are shown at once; the server has the last word.
 */
import { account } from '../account.svelte';
import { app } from '../app.svelte';
import {
  commandDemonstration,
  endDemonstration,
  eventsPath,
  readDemonstration,
} from '../api/demonstrations';
import { viewPosition } from '../api/positions';
import type { ApiError } from '../api/request';
import { readPgn } from '../api/studies';
import {
  boardOf,
  enqueued,
  expected,
  indexOf,
  updated,
  type DemonstrationBoard,
} from '../demonstration/board';
import { wholeFen } from '../game/fen';
import { isLegal, needsPromotion, uciOf, type ChosenMove } from '../game/moveInput';
import { boardField, replay, type Placement, type Role } from '../game/placement';
import { DEMONSTRATION_MESSAGES, type DemonstrationMessages } from '../i18n/demonstration/messages';
import { errorText } from '../i18n/messages';
import { followEvents } from '../live/events';
import { moverAt } from '../review/moments';
import { plainText, shapesOf, withShapes, withText, type Shape } from '../study/notes';
import { emptyTree, endOf, nodeAt, pathTo, ROOT, toWire } from '../study/tree';
import type { DemonstrationCommand } from '../wire/DemonstrationCommand';
import type { DemonstrationFollowers } from '../wire/DemonstrationFollowers';
import type { DemonstrationUpdate } from '../wire/DemonstrationUpdate';
import type { DemonstrationView } from '../wire/DemonstrationView';
import type { PositionPath } from '../wire/PositionPath';
import type { PositionView } from '../wire/PositionView';

const NOTHING: Placement = new Map();
const EMPTY = emptyTree('');

/** The texts about demonstration boards in the chosen language. */
export function demonstrationMessages(): DemonstrationMessages {
  return DEMONSTRATION_MESSAGES[app.settings.language];
}

export class DemonstrationSession {
  /** The board as the server has it. */
  #server = $state.raw<DemonstrationBoard | null>(null);
  /** Commands that are on their way or wait for the ones before them. */
  #waiting = $state.raw<readonly DemonstrationCommand[]>([]);
  followers = $state.raw<DemonstrationFollowers>({ members: [], visitors: 0 });
  connected = $state(true);
  /** Why there is no board. */
  error = $state.raw<ApiError | null>(null);
  ended = $state(false);
  promoting = $state.raw<{ from: string; to: string } | null>(null);
  resets = $state(0);
  /** The position as the server sees it, for the one who has the board; `null` while it loads. */
  view = $state.raw<PositionView | null>(null);
  #viewed: PositionPath | null = null;

  /** The board with one's own commands that are on their way. */
  board = $derived(
    this.#server === null ? null : this.#waiting.reduce<DemonstrationBoard>(expected, this.#server),
  );
  tree = $derived(this.board?.tree ?? EMPTY);
  at = $derived(this.board?.at ?? ROOT);
  node = $derived(nodeAt(this.tree, this.at));
  path = $derived(pathTo(this.tree, this.at));
  moves = $derived(this.path.map(({ move }) => move));
  pieces = $derived(
    this.board === null ? NOTHING : (replay(this.tree.startFen, this.moves).at(-1) ?? NOTHING),
  );
  fen = $derived(boardField(this.pieces));
  turn = $derived(moverAt(this.tree.startFen, this.path.length));
  check = $derived(/[+#]$/.test(this.node.move.san));
  shapes = $derived(shapesOf(this.node.comments));
  comment = $derived(plainText(this.node.comments));
  isOrganizer = $derived(account.may('organize_competitions'));
  /** Whether moves and arrows are up to this person. */
  hasBoard = $derived.by(() => {
    if (this.board === null || this.ended) return false;
    const { holder } = this.board;
    return holder === null ? this.isOrganizer : holder === account.session.name;
  });

  constructor(readonly id: string) {}

  get flipped(): boolean {
    return this.board?.flipped ?? false;
  }

  set flipped(flipped: boolean) {
    this.send({ type: 'flip', flipped });
  }

  /** Follows the board until the returned function is called. */
  follow(): () => void {
    void this.#read();
    return followEvents(eventsPath(this.id), {
      events: {
        state: (data) => this.#take(data as DemonstrationView),
        update: (data) => this.#update(data as DemonstrationUpdate),
        followers: (data) => (this.followers = data as DemonstrationFollowers),
        ended: () => (this.ended = true),
      },
      onConnection: (connected) => {
        this.connected = connected;
        if (!connected) void this.#read();
      },
    });
  }

  /** Reads the board. It tells why a stream was refused. */
  async #read(): Promise<void> {
    const result = await readDemonstration(this.id);
    if (result.ok) this.#take(result.value, false);
    else if (result.error.code === 'no_demonstration' && this.#server !== null) this.ended = true;
    else if (result.error.code !== 'unreachable' || this.#server === null)
      this.error = result.error;
  }

  /** A state of the stream always counts; one that was asked for may be late. */
  #take(view: DemonstrationView, always = true): void {
    this.error = null;
    if (this.#server === null || always || view.version > this.#server.version)
      this.#set(boardOf(view));
  }

  #update(update: DemonstrationUpdate): void {
    if (this.#server === null) return;
    const next = updated(this.#server, update);
    if (next === null) void this.#read();
    else this.#set(next);
  }

  #set(board: DemonstrationBoard): void {
    const before = JSON.stringify(this.#variation());
    this.#server = board;
    const moved = JSON.stringify(this.#variation()) !== before;
    if (moved) this.cancelPromotion();
  }

  /** Fetches the legal moves of the position, which a board needs that moves are made on. */
  loadLegalMoves(): void {
    const requested = this.#variation();
    if (JSON.stringify(requested) === JSON.stringify(this.#viewed)) return;
    this.#viewed = requested;
    this.view = null;
    void viewPosition(requested).then((result) => {
      if (this.#viewed !== requested) return;
      if (result.ok) this.view = result.value;
      else this.#viewed = null;
    });
  }

  go(id: number): void {
    if (!this.hasBoard || id === this.at) return;
    this.send({ type: 'go', current: indexOf(nodeAt(this.tree, id).id) });
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

  play(move: ChosenMove): void {
    const { view } = this;
    this.cancelPromotion();
    if (view === null || !isLegal(view.legal, move.from, move.to)) return;
    if (move.promotion === null && needsPromotion(view.legal, move.from, move.to)) {
      this.promoting = { from: move.from, to: move.to };
      return;
    }
    this.send({ type: 'play', after: indexOf(this.at), uci: uciOf(move) });
  }

  promote(role: Role): void {
    if (this.promoting !== null) this.play({ ...this.promoting, promotion: role });
  }

  cancelPromotion(): void {
    this.promoting = null;
    this.resets += 1;
  }

  draw(shapes: readonly Shape[]): void {
    if (this.hasBoard) this.#annotate(withShapes(this.node.comments, shapes));
  }

  /** Adds a shape, or removes the same one. */
  toggleShape(shape: Shape): void {
    const others = this.shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to);
    const isSame = this.shapes.some(
      ({ brush, from, to }) => brush === shape.brush && from === shape.from && to === shape.to,
    );
    this.draw(isSame ? others : [...others, shape]);
  }

  write(text: string): void {
    this.#annotate(withText(this.node.comments, text));
  }

  #annotate(comments: string[]): void {
    const before = this.node.comments;
    const isSame = comments.length === before.length && comments.every((c, i) => c === before[i]);
    if (!isSame) this.send({ type: 'annotate', at: indexOf(this.at), comments });
  }

  /** Removes the move that is shown and all that follow. */
  remove(): void {
    const index = indexOf(this.at);
    if (index !== null) this.send({ type: 'remove', at: index });
  }

  /** Puts a PGN or a FEN on the board. On an error, returns it and changes nothing. */
  async open(text: string): Promise<ApiError | null> {
    const fen = wholeFen(text);
    if (fen !== null) {
      const result = await viewPosition({ start_fen: fen, moves: [] });
      if (!result.ok) return result.error;
      this.send({ type: 'replace', tree: toWire(emptyTree(result.value.fen)), current: null });
      return null;
    }
    const result = await readPgn(text);
    if (!result.ok) return result.error;
    this.send({ type: 'replace', tree: result.value, current: null });
    return null;
  }

  /** Nothing on the board is lost by opening something: it is the class that sees it. */
  readonly saved = { unsavedChanges: null };

  /** Ends the board. Returns the error, if any. */
  async end(): Promise<ApiError | null> {
    const result = await endDemonstration(this.id);
    if (!result.ok) return result.error;
    this.ended = true;
    return null;
  }

  /** Sends a command after the ones before it. */
  send(command: DemonstrationCommand): void {
    const isIdle = this.#waiting.length === 0;
    // The first one is on its way already and cannot be replaced.
    const [first, ...others] = this.#waiting;
    this.#waiting = first === undefined ? [command] : [first, ...enqueued(others, command)];
    if (isIdle) void this.#pump();
  }

  async #pump(): Promise<void> {
    for (let command = this.#waiting[0]; command !== undefined; command = this.#waiting[0]) {
      if (this.#server === null) break;
      const result = await commandDemonstration(this.id, this.#server.version, command);
      if (!result.ok) {
        this.#fail(result.error);
        return;
      }
      this.#update(result.value);
      this.#waiting = this.#waiting.slice(1);
    }
  }

  /** What was sent after a command that failed makes no sense any more. */
  #fail(error: ApiError): void {
    this.#waiting = [];
    this.cancelPromotion();
    app.notify(errorText(app.messages, error));
    void this.#read();
  }

  #variation(): PositionPath {
    return { start_fen: this.tree.startFen, moves: this.moves.map(({ uci }) => uci) };
  }
}
