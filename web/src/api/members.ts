/** What the admin can ask about members. */
import type { Member } from '../wire/Member';
import type { NewMember } from '../wire/NewMember';
import { ask, type Answer } from './request';

const at = (name: string): string => `/api/members/${encodeURIComponent(name)}`;

export function listMembers(): Promise<Answer<Member[]>> {
  return ask('/api/members');
}

export function addMember(member: NewMember): Promise<Answer<Member>> {
  return ask('/api/members', { json: member });
}

export function resetPassword(name: string, password: string): Promise<Answer<void>> {
  return ask(at(name), { method: 'PUT', json: { password } });
}

export function removeMember(name: string): Promise<Answer<void>> {
  return ask(at(name), { method: 'DELETE' });
}
