/** Requests about the session: who is logged in. */
import type { ChangePassword } from '../wire/ChangePassword';
import type { Login } from '../wire/Login';
import type { Permission } from '../wire/Permission';
import type { Session } from '../wire/Session';
import { request, type ApiResult } from './request';

/** Somebody who is not logged in and has no permissions. */
export const VISITOR: Session = {
  name: null,
  role: 'visitor',
  may: [],
  by_card: false,
  has_owner: false,
  locks: null,
};

export function whoAmI(): Promise<ApiResult<Session>> {
  return request('/api/session');
}

/** Logs in. Returns the new session. */
export async function logIn(login: Login): Promise<ApiResult<Session>> {
  const result = await request<undefined>('/api/session', { json: login });
  return result.ok ? whoAmI() : result;
}

/** Logs in with the code of a card. Returns the new session. */
export async function logInByCard(code: string): Promise<ApiResult<Session>> {
  const result = await request<undefined>('/api/session/card', { json: { code } });
  return result.ok ? whoAmI() : result;
}

export function changePassword(change: ChangePassword): Promise<ApiResult<void>> {
  return request('/api/session/password', { method: 'PUT', json: change });
}

export function logOut(): Promise<ApiResult<void>> {
  return request('/api/session', { method: 'DELETE' });
}

export function may(session: Session, ...permissions: readonly Permission[]): boolean {
  return permissions.some((permission) => session.may.includes(permission));
}
