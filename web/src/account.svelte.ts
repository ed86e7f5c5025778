/**
 * Who is using this browser, and the question for a name and a password. A session that has ended
 * is noticed by the first refusal; the question then comes up above whatever was being done, which
 * stays as it is.
 */
import { onApiError, type ApiError } from './api/request';
import { VISITOR, logOut, may, whoAmI } from './api/session';
import type { Permission } from './wire/Permission';
import type { Session } from './wire/Session';

class Account {
  session = $state.raw<Session>(VISITOR);
  /** Whether the server has said who this is. */
  known = $state(false);
  /** Somebody is asked to log in: because they want to, or because their session has ended. */
  asking = $state<'wanted' | 'ended' | null>(null);

  constructor() {
    onApiError((error) => this.#refused(error));
    void this.refresh();
  }

  may(...permissions: readonly Permission[]): boolean {
    return may(this.session, ...permissions);
  }

  async refresh(): Promise<void> {
    const answer = await whoAmI();
    if (answer.ok) this.session = answer.value;
    this.known = true;
  }

  entered(session: Session): void {
    this.session = session;
    this.asking = null;
  }

  /** Logs out; what went wrong is the answer. */
  async leave(): Promise<ApiError | null> {
    const answer = await logOut();
    if (!answer.ok) return answer.error;
    this.session = VISITOR;
    await this.refresh();
    return null;
  }

  #refused(error: ApiError): void {
    if (error.code !== 'login_needed' || this.session.name === null) return;
    this.session = VISITOR;
    this.asking = 'ended';
  }
}

export const account = new Account();
