/**
 * Who is logged in, what their group may not use, and the login prompt. An expired session is
 * noticed by the error of the next request; the prompt then opens over the page, which keeps its
 * state.
 */
import { onApiError, type ApiError } from './api/request';
import { VISITOR, logOut, may, whoAmI } from './api/session';
import { lockOf } from './account/locks';
import type { Lock } from './i18n/locks/en';
import { followChanges } from './live/changes';
import type { Feature } from './wire/Feature';
import type { Permission } from './wire/Permission';
import type { Session } from './wire/Session';

/** An equal session changes nothing on the screen. */
const isSame = (a: Session, b: Session): boolean => JSON.stringify(a) === JSON.stringify(b);

const MAX_TIMER_MS = 2 ** 31 - 2;

class Account {
  session = $state.raw<Session>(VISITOR);
  /** Whether the session has been fetched. */
  known = $state(false);
  /** The server did not answer when the app was opened. */
  isUnreachable = $state(false);
  /** Why the login prompt is open: by request, or because the session has expired. */
  loginPrompt = $state<'requested' | 'expired' | null>(null);

  /** Counts logins and logouts. */
  #turn = 0;
  #expiry: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  constructor() {
    onApiError((error) => this.#onError(error));
    void this.refresh();
    document.addEventListener('visibilitychange', () => this.#follow());
  }

  may(...permissions: readonly Permission[]): boolean {
    return may(this.session, ...permissions);
  }

  /** What keeps the user from using a feature; `null` if they may. */
  lock(feature: Feature): Lock | null {
    return lockOf(this.session, feature);
  }

  async refresh(): Promise<void> {
    const turn = this.#turn;
    const result = await whoAmI();
    // Whoever has logged in or out meanwhile is somebody else.
    if (turn !== this.#turn) return;
    if (result.ok) this.#update(result.value);
    else if (!this.known) this.isUnreachable = result.error.code === 'unreachable';
    this.known = true;
  }

  /** Takes a session, which is read again when its locks end. */
  #update(session: Session): void {
    if (!isSame(session, this.session)) this.session = session;
    this.#follow();
    const left = session.locks?.remaining_ms ?? null;
    clearTimeout(this.#expiry);
    // A timer cannot be longer; whoever waits for weeks reloads the page.
    if (left !== null && left < MAX_TIMER_MS) {
      this.#expiry = setTimeout(() => void this.refresh(), left + 1);
    }
  }

  /**
   * Learns what an organizer changes while the page is visible. Members learn it from the lobby's
   * stream: a browser has few connections for all its windows.
   */
  #follow(): void {
    const isNeeded = this.session.name === null && document.visibilityState !== 'hidden';
    if (isNeeded === (this.#stop !== undefined)) return;
    this.#stop?.();
    this.#stop = isNeeded
      ? followChanges('/api/session/events', {
          onChange: () => void this.refresh(),
          onConnection: () => undefined,
        })
      : undefined;
  }

  loggedIn(session: Session): void {
    this.#turn += 1;
    this.#update(session);
    this.loginPrompt = null;
  }

  /** Logs out. Returns the error, if any. */
  async logOut(): Promise<ApiError | null> {
    const result = await logOut();
    if (!result.ok) return result.error;
    this.#turn += 1;
    this.session = VISITOR;
    await this.refresh();
    return null;
  }

  #onError(error: ApiError): void {
    if (error.code !== 'login_needed' || this.session.name === null) return;
    this.session = VISITOR;
    this.loginPrompt = 'expired';
  }
}

export const account = new Account();
