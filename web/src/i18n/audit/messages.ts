/**
 * The texts about the audit log by language. They are not part of `Messages`: only its page loads
 * them.
 */
import type { Settings } from '../../settings/settings';
import { withFrenchSpaces } from '../typography';
import { auditDe } from './de';
import { auditEn, type AuditMessages } from './en';
import { auditFr } from './fr';

export const AUDIT_MESSAGES: Readonly<Record<Settings['language'], AuditMessages>> = {
  en: auditEn,
  de: auditDe,
  fr: withFrenchSpaces(auditFr),
};
