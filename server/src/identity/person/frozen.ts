import { DomainError } from '../../errors.ts';
import type { UserRow } from './person.ts';

/** Frozen by a link or by the operator, and not over yet. The same rule as is_frozen in SQL (0001-identity.sql). */
export function isFrozen({ frozen_at, unfreezes_at }: UserRow): boolean {
  return frozen_at !== null && (unfreezes_at === null || unfreezes_at.getTime() > Date.now());
}

/**
 * For a caller who has shown that the account is theirs. After a password reset the text asks for no second reset, which
 * would restart the day.
 * @throws DomainError AccountFrozen
 */
export function refuseFrozen(user: UserRow): void {
  if (!isFrozen(user)) return;
  throw new DomainError('AccountFrozen', user.unfreezes_at === null ? {} : { textKey: 'auth.opensSoon' });
}
