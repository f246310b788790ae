import { DomainError } from '../../errors.ts';
import type { UserRow } from './person.ts';

/** Frozen by a link or by the operator, and not over yet: what is_frozen (0001-identity.sql) says in a query. */
export function isFrozen({ frozen_at, unfreezes_at }: UserRow): boolean {
  return frozen_at !== null && (unfreezes_at === null || unfreezes_at.getTime() > Date.now());
}

/**
 * For whoever has shown that the account is theirs. Once the password was reset, nobody is told to do so again: it would
 * begin the day anew.
 * @throws DomainError AccountFrozen
 */
export function refuseFrozen(user: UserRow): void {
  if (!isFrozen(user)) return;
  throw new DomainError('AccountFrozen', user.unfreezes_at === null ? {} : { textKey: 'auth.opensSoon' });
}
