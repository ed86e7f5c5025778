/** Requests about the server itself, for the admin. */
import type { BackupState } from '../wire/BackupState';
import type { Usage } from '../wire/Usage';
import { request, type ApiResult } from './request';

/** What is stored and running; the backups, `null` without a schedule. */
export interface ServerState {
  readonly usage: Usage;
  readonly backups: BackupState | null;
}

export async function readServerState(): Promise<ApiResult<ServerState>> {
  const [usage, backups] = await Promise.all([
    request<Usage>('/api/usage'),
    request<BackupState | null>('/api/backups'),
  ]);
  if (!usage.ok) return usage;
  if (!backups.ok) return backups;
  return { ok: true, value: { usage: usage.value, backups: backups.value } };
}
