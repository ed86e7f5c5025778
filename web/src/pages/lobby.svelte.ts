/**
 * The lobby as this window sees it, for as long as a member is logged in: the stream, what is done
 * in it, and the way to the board of a game that has started.
 */
import { account } from '../account.svelte';
import { app, storage } from '../app.svelte';
import {
  acceptChallenge,
  cancelChallenge,
  cancelSeek,
  createSeek,
  declineChallenge,
  joinSeek,
  lobbyEventsPath,
  seatPairs,
  sendChallenge,
} from '../api/lobby';
import type { ApiResult } from '../api/request';
import { timeOf } from '../game/setup';
import { LOBBY_MESSAGES, type LobbyMessages } from '../i18n/lobby/messages';
import { errorText } from '../i18n/messages';
import { followLobby } from '../live/lobbyStream';
import { goesByItself } from '../lobby/destination';
import { integer, oneOf, record, type Field } from '../settings/fields';
import { clockField, SIDES, type ClockChoice } from '../settings/settings';
import { loadValue, saveValue } from '../settings/storage';
import { play } from '../sound/sound';
import type { ChallengeView } from '../wire/ChallengeView';
import type { LobbyView } from '../wire/LobbyView';
import type { SeatedPair } from '../wire/SeatedPair';
import type { StartedGame } from '../wire/StartedGame';
import { playOwnGame } from './newGame';

/** The texts about the lobby in the chosen language. */
export function lobbyMessages(): LobbyMessages {
  return LOBBY_MESSAGES[app.settings.language];
}

/** What a member likes to play; the last choice in this browser. */
export interface GameChoice {
  readonly clock: ClockChoice;
  readonly side: (typeof SIDES)[number];
}

const DEFAULT_CLOCK: ClockChoice = { on: true, minutes: 10, bonus: 'increment', seconds: 5 };
const choiceField: Field<GameChoice> = record<GameChoice>({
  clock: (value) => (value === undefined ? DEFAULT_CLOCK : clockField(value)),
  side: oneOf(SIDES, 'random'),
});

/** The limits of a rating that the server accepts. */
export const RATING_LIMITS = { min: 100, max: 4000 } as const;
export const ratingField = integer(RATING_LIMITS.min, RATING_LIMITS.max, 0);

class Lobby {
  view = $state.raw<LobbyView | null>(null);
  connected = $state(true);
  choice = $state.raw<GameChoice>(loadValue(storage, 'lobby', choiceField));
  /** A request is on its way. */
  busy = $state(false);
  /** The games to which this window has gone, or need not go. */
  readonly #done = new Set<string>();
  /** The game to which this window is on its way. */
  #going: string | null = null;
  /** The challenges that were announced. */
  readonly #announced = new Set<string>();

  /** Follows the lobby as this member until the returned function is called. */
  follow(name: string): () => void {
    const stop = followLobby(lobbyEventsPath, {
      onLobby: (data) => this.#take(data, name),
      onSession: () => void account.refresh(),
      onConnection: (connected) => (this.connected = connected),
    });
    return () => {
      stop();
      this.view = null;
      this.connected = true;
    };
  }

  choose(change: Partial<GameChoice>): void {
    this.choice = { ...this.choice, ...change };
    saveValue(storage, 'lobby', this.choice);
  }

  /** Challenges a member to the chosen game. */
  async challenge(to: string): Promise<boolean> {
    const { clock, side: color } = this.choice;
    const made = await this.#send(() => sendChallenge({ to, time: timeOf(clock), color }));
    if (made === null) return false;
    if (made.game !== null) await this.goTo(made.game);
    else app.announce(lobbyMessages().challengeSent(to));
    return true;
  }

  async accept(id: string): Promise<void> {
    const started = await this.#send(() => acceptChallenge(id));
    if (started !== null) await this.goTo(started.game);
  }

  async decline(id: string): Promise<void> {
    await this.#send(() => declineChallenge(id));
  }

  async cancel(id: string): Promise<void> {
    await this.#send(() => cancelChallenge(id));
  }

  /** Offers the chosen game to whoever joins first. */
  async seek(min: number | null, max: number | null): Promise<boolean> {
    const { clock, side: color } = this.choice;
    const request = { time: timeOf(clock), color, min_rating: min, max_rating: max };
    const made = await this.#send(() => createSeek(request));
    if (made !== null) app.announce(lobbyMessages().gameOffered);
    return made !== null;
  }

  async join(id: string): Promise<void> {
    const started = await this.#send(() => joinSeek(id));
    if (started !== null) await this.goTo(started.game);
  }

  async cancelSeek(id: string): Promise<void> {
    await this.#send(() => cancelSeek(id));
  }

  /** Starts games for others. */
  async seat(pairs: readonly SeatedPair[]): Promise<boolean> {
    const time = timeOf(this.choice.clock);
    const started = await this.#send(() => seatPairs({ time, pairs: [...pairs] }));
    if (started !== null) app.notify(lobbyMessages().gamesStarted(started.games.length));
    return started !== null;
  }

  /**
   * Goes to the board of one's own game, once: the stream may tell of the game before the answer to
   * the request does, and taking the seat again would take it from this page.
   */
  async goTo(game: string): Promise<void> {
    const isThere = app.page.name === 'game' && app.page.id === game && this.#done.has(game);
    if (isThere || this.#going === game) return;
    this.#going = game;
    this.#done.add(game);
    const error = await playOwnGame(game);
    this.#going = null;
    if (error !== null) app.notify(errorText(app.messages, error));
  }

  async #send<T>(request: () => Promise<ApiResult<T>>): Promise<T | null> {
    this.busy = true;
    const result = await request();
    this.busy = false;
    if (result.ok) return result.value;
    app.notify(errorText(app.messages, result.error));
    return null;
  }

  #take(data: string, name: string): void {
    const view = JSON.parse(data) as LobbyView;
    this.view = view;
    for (const challenge of view.challenges) this.#announce(challenge, name);
    if (view.started !== null) this.#start(view.started);
  }

  #announce({ id, from, to, time, color, state }: ChallengeView, name: string): void {
    const key = `${id} ${state}`;
    if (this.#announced.has(key)) return;
    this.#announced.add(key);
    const messages = lobbyMessages();
    if (to === name) {
      play('notice', app.settings);
      app.announce(messages.challengedBy(from, messages.offer(time, color, true)));
    } else if (state !== 'open') {
      app.announce(messages.challengeEnded(to, state));
    }
  }

  #start(started: StartedGame): void {
    const key = `started ${started.id}`;
    if (goesByItself(started, app.page.name, this.#done)) {
      void this.goTo(started.id);
    } else if (!this.#announced.has(key)) {
      app.announce(lobbyMessages().gameStarted(started.opponent));
    }
    this.#announced.add(key);
  }
}

export const lobby = new Lobby();
