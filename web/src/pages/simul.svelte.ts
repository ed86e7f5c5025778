/** The controller of a simul: follows all boards by one connection, and plays on one of them. */
import { app } from '../app.svelte';
import { takeSeats } from '../api/games';
import type { ApiError } from '../api/request';
import { eventsPath, readSimul } from '../api/simuls';
import { errorText } from '../i18n/messages';
import { SIMUL_MESSAGES, type SimulMessages } from '../i18n/simul/messages';
import { followEvents } from '../live/events';
import { inOrder, nextWaiting, scoreOf, withBoard } from '../simul/boards';
import type { SimulBoardView } from '../wire/SimulBoardView';
import type { SimulView } from '../wire/SimulView';
import { saveSeats } from './newGame';
import { GameSession } from './session.svelte';

/** The texts about simuls in the chosen language. */
export function simulMessages(): SimulMessages {
  return SIMUL_MESSAGES[app.settings.language];
}

export class SimulSession {
  view = $state.raw<SimulView | null>(null);
  /** When the boards arrived, by `performance.now()`: clocks run on from there. */
  received = $state.raw<ReadonlyMap<number, number>>(new Map());
  connected = $state(true);
  /** Why there is no simul. */
  error = $state.raw<ApiError | null>(null);
  /** The board that the exhibitor plays on. */
  current = $state<number | null>(null);
  game = $state.raw<GameSession | null>(null);
  /** The seats that this page has taken. */
  readonly #seats = new Set<string>();

  boards = $derived(inOrder(this.view?.boards ?? []));
  score = $derived(scoreOf(this.view?.boards ?? []));
  isExhibitor = $derived(this.view?.caller.exhibitor ?? false);

  constructor(readonly id: string) {}

  /** Follows the simul until the returned function is called. */
  follow(): () => void {
    void this.#read();
    return followEvents(eventsPath(this.id), {
      events: {
        state: (data) => this.#take(data as SimulView),
        board: (data) => this.#takeBoard(data as SimulBoardView),
      },
      onConnection: (connected) => (this.connected = connected),
    });
  }

  /** Leaves the board. */
  leave(): void {
    this.game?.stop();
    this.game = null;
  }

  /** It tells why a stream was refused. */
  async #read(): Promise<void> {
    const result = await readSimul(this.id);
    if (!result.ok) this.error = result.error;
    else if (this.view === null) this.#take(result.value);
  }

  #take(view: SimulView): void {
    const at = performance.now();
    this.received = new Map(view.boards.map(({ number }) => [number, at]));
    this.view = view;
    this.error = null;
    if (view.caller.exhibitor && this.current === null) {
      const first = nextWaiting(view.boards, null) ?? view.boards[0]?.number ?? null;
      if (first !== null) void this.play(first);
    }
  }

  #takeBoard(board: SimulBoardView): void {
    if (this.view === null) return;
    this.received = new Map(this.received).set(board.number, performance.now());
    this.view = withBoard(this.view, board);
  }

  /** Goes to the next board that waits, or to the one before. */
  step(direction: 1 | -1): void {
    const next = nextWaiting(this.view?.boards ?? [], this.current, direction);
    if (next === null) app.announce(simulMessages().noneWaiting);
    else void this.play(next);
  }

  /** Sits down at a board. Only its game has a connection of its own. */
  async play(number: number): Promise<void> {
    const board = this.view?.boards.find((board) => board.number === number);
    if (board === undefined || (number === this.current && this.game !== null)) return;
    this.current = number;
    this.game?.stop();
    this.game = null;
    const isOver = board.status.type === 'over';
    if (!isOver && !this.#seats.has(board.game)) {
      const result = await takeSeats(board.game);
      if (result.ok) {
        saveSeats(result.value);
        this.#seats.add(board.game);
      } else if (result.error.code !== 'over') {
        app.notify(errorText(app.messages, result.error));
      }
    }
    // Another board may have been chosen in the meantime.
    if (this.current === number && this.game === null) this.game = new GameSession(board.game);
    app.announce(simulMessages().boardOf(number, board.opponent));
  }
}
