/** Texts about the audit log in English. */
import type { AuditAction } from '../../wire/AuditAction';

export const auditEn = {
  help: 'Logins and administration. The oldest entries make room for new ones.',
  onlyAdmin: 'Only the admin of this server can read the audit log.',
  none: 'No entries found',
  search: 'Name, address or id',
  action: 'Action',
  all: 'All',
  outcome: 'Outcome',
  done: 'Done',
  failed: 'Refused',
  older: 'Older',
  newest: 'Newest',
  somebody: 'not logged in',
  imported: (added: string, changed: string) => `${added} added, ${changed} changed`,
  actions: {
    log_in: 'Login',
    log_in_by_card: 'Login with a card',
    log_out: 'Logout',
    open_owner_link: 'Owner’s link opened',
    change_password: 'Password changed',
    add_member: 'Member added',
    change_member: 'Member changed',
    change_role: 'Role changed',
    import_roster: 'List imported',
    issue_cards: 'Cards made',
    revoke_card: 'Card revoked',
    reset_password: 'Password reset',
    remove_member: 'Member removed',
    take_seats: 'Seats taken',
    abort_game: 'Game aborted',
    adjourn_games: 'Games adjourned',
    continue_games: 'Games continued',
    change_rules: 'Rules of a group changed',
    remove_game: 'Game deleted',
    restore_game: 'Game restored',
    unshare_study: 'Study unshared',
    remove_study: 'Study deleted',
    restore_study: 'Study restored',
  } satisfies Record<AuditAction, string>,
};

/** The texts that every language has about the audit log. */
export type AuditMessages = typeof auditEn;
