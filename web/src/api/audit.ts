/** Requests about the audit log, for the admin. */
import type { AuditAction } from '../wire/AuditAction';
import type { AuditPage } from '../wire/AuditPage';
import { request, type ApiResult } from './request';

/** Which entries to show; empty fields match all. */
export interface AuditFilter {
  readonly action: AuditAction | '';
  readonly failed: 'true' | 'false' | '';
  readonly search: string;
}

/** A page of entries, the latest first, or those before an entry. */
export function readAudit(
  filter: AuditFilter,
  before: number | null,
): Promise<ApiResult<AuditPage>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value.trim() !== '') query.set(name, value.trim());
  }
  if (before !== null) query.set('before', String(before));
  return request(`/api/audit?${query.toString()}`);
}
