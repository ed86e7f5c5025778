/**
 * Who is logged in, and the login prompt. An expired session is noticed by the error of the next
 * request; the prompt then opens over the page, which keeps its state.
 */
import { onApiError, type ApiError } from './api/request';
import { VISITOR, logOut, may, whoAmI } from './api/session';
import type { Permission } from './wire/Permission';
import type { Session } from './wire/Session';

class Account {
  session = $state.raw<Session>(VISITOR);
  /** Whether the session has been fetched. */
  known = $state(false);
  /** Why the login prompt is open: by request, or because the session has expired. */
  loginPrompt = $state<'requested' | 'expired' | null>(null);

  constructor() {
    onApiError((error) => this.#onError(error));
    void this.refresh();
  }

  may(...permissions: readonly Permission[]): boolean {
    return may(this.session, ...permissions);
  }

  async refresh(): Promise<void> {
    const result = await whoAmI();
    if (result.ok) this.session = result.value;
    this.known = true;
  }

  loggedIn(session: Session): void {
    this.session = session;
    this.loginPrompt = null;
  }

  /** Logs out. Returns the error, if any. */
  async logOut(): Promise<ApiError | null> {
    const result = await logOut();
    if (!result.ok) return result.error;
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
