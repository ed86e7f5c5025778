/** Requests about members, for organizers and the admin. */
import type { Card } from '../wire/Card';
import type { CardsIssued } from '../wire/CardsIssued';
import type { Member } from '../wire/Member';
import type { MemberDetails } from '../wire/MemberDetails';
import type { NewMember } from '../wire/NewMember';
import type { RosterLanguage } from '../wire/RosterLanguage';
import type { RosterPreview } from '../wire/RosterPreview';
import type { RosterReport } from '../wire/RosterReport';
import { request, type ApiResult } from './request';

const at = (name: string): string => `/api/members/${encodeURIComponent(name)}`;

export function listMembers(): Promise<ApiResult<Member[]>> {
  return request('/api/members');
}

export function addMember(member: NewMember): Promise<ApiResult<Member>> {
  return request('/api/members', { json: member });
}

export function changeMember(name: string, details: MemberDetails): Promise<ApiResult<void>> {
  return request(at(name), { method: 'PATCH', json: details });
}

export function resetPassword(name: string, password: string): Promise<ApiResult<void>> {
  return request(at(name), { method: 'PUT', json: { password } });
}

export function removeMember(name: string): Promise<ApiResult<void>> {
  return request(at(name), { method: 'DELETE' });
}

/** Issues a card in place of the one that the member may have. */
export function replaceCard(name: string): Promise<ApiResult<Card>> {
  return request(`${at(name)}/card`, { method: 'POST' });
}

export function revokeCard(name: string): Promise<ApiResult<void>> {
  return request(`${at(name)}/card`, { method: 'DELETE' });
}

/** Issues cards to all members who have none. */
export function issueCards(): Promise<ApiResult<CardsIssued>> {
  return request('/api/roster/cards', { json: {} });
}

export function listCards(): Promise<ApiResult<Card[]>> {
  return request('/api/roster/cards');
}

/** What the import of a spreadsheet would do. */
export function previewRoster(file: Blob): Promise<ApiResult<RosterPreview>> {
  return request('/api/roster/preview', { body: file });
}

/** Imports a spreadsheet as its preview said. It can be repeated. */
export function importRoster(file: Blob, plan: string): Promise<ApiResult<RosterReport>> {
  return request(`/api/roster/import?plan=${encodeURIComponent(plan)}`, { body: file });
}

/** Where the roster is downloaded as a spreadsheet. */
export function rosterFile(language: RosterLanguage): string {
  return `/api/roster/csv?language=${language}`;
}
