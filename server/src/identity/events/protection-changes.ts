import type { SecurityEventKind } from '@mercury/contract/api/security.ts';

/** What changes who can get into an account, and so who may be asking: money that leaves is held back for a day. */
export const protectionChanges: readonly SecurityEventKind[] = [
  'password_reset',
  'email_changed',
  'email_change_undone',
  'two_factor_enabled',
  'two_factor_disabled',
  'two_factor_renewed',
];
