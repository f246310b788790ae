import type { TFunction } from 'i18next';

const namedActs = [
  'announcement.end',
  'announcement.write',
  'assets.change',
  'audit.export',
  'books.check',
  'books.correct',
  'books.export',
  'books.export_account',
  'books.read_account',
  'books.read_person',
  'books.read_transfer',
  'deposit.assign',
  'deposit.observe',
  'invitation.withdraw',
  'levels.change',
  'message.answer',
  'message.read',
  'passkey.add',
  'passkey.remove',
  'password.set',
  'people.end_sessions',
  'people.freeze',
  'people.level',
  'people.look',
  'people.note',
  'people.remove_two_factor',
  'people.resend_mail',
  'people.unfreeze',
  'proposal.cancel',
  'proposal.delay',
  'proposal.open',
  'proposal.outdated',
  'proposal.refuse',
  'reports.export',
  'roles.change',
  'session.end',
  'session.refused',
  'session.start',
  'settings.change',
  'staff.change_role',
  'staff.invite',
  'staff.join',
  'staff.remove',
  'trading.halt',
  'trading.hedge',
  'trading.resume',
  'trading.set_market_state',
  'trading.trust_price',
  'withdrawal.failed',
  'withdrawal.paid',
  'withdrawal.started',
  'withdrawals.release_large',
] as const;

/** Undefined for commands of the operator, and for what a newer server may record. */
export function actText(action: string, t: TFunction<'console'>): string | undefined {
  const named = namedActs.find((each) => each === action);
  return named && t(`acts.${named}`);
}

const namedSubjects = [
  'account',
  'announcement',
  'asset',
  'books_check',
  'invitation',
  'level',
  'market',
  'message',
  'outside_trade',
  'payment',
  'person',
  'proposal',
  'role',
  'setting',
  'staff',
  'trading',
  'transfer',
  'withdrawal',
] as const;

export function subjectText(kind: string, t: TFunction<'console'>): string {
  const named = namedSubjects.find((each) => each === kind);
  return named === undefined ? `\u2066${kind}\u2069` : t(`facts.subjects.${named}`);
}
