import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { refuseFrozen } from './frozen.ts';
import type { UserRow } from './person.ts';

/**
 * The row, as it is now and as it stays until the commit, of somebody who is half signed in: a freeze, a deletion,
 * another password or second factor comes either before, and refuses them here, or after, and ends what they got.
 * `checked` is what their password or passkey was held against.
 * @throws DomainError AccountFrozen, InvalidCredentials
 */
export async function lockSigningIn(trx: Transaction, checked: UserRow): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [checked.id],
  );
  const current = rows[0];
  const isAsChecked =
    current?.password_hash === checked.password_hash &&
    current.two_factor_enabled_at?.getTime() === checked.two_factor_enabled_at?.getTime();
  if (current === undefined || !isAsChecked) throw new DomainError('InvalidCredentials');
  refuseFrozen(current);
  return current;
}
