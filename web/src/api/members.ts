/** Requests about members, for the admin. */
import type { Member } from '../wire/Member';
import type { NewMember } from '../wire/NewMember';
import { request, type ApiResult } from './request';

const at = (name: string): string => `/api/members/${encodeURIComponent(name)}`;

export function listMembers(): Promise<ApiResult<Member[]>> {
  return request('/api/members');
}

export function addMember(member: NewMember): Promise<ApiResult<Member>> {
  return request('/api/members', { json: member });
}

export function resetPassword(name: string, password: string): Promise<ApiResult<void>> {
  return request(at(name), { method: 'PUT', json: { password } });
}

export function removeMember(name: string): Promise<ApiResult<void>> {
  return request(at(name), { method: 'DELETE' });
}
