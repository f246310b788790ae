import { randomBytes } from 'node:crypto';
import type { AccountPart } from '../../account-part.ts';
import type { Transaction } from '../../db/database.ts';
import { absentHash } from '../secrets/password.ts';

/**
 * Removes personal data and every way into the account. The row stays, because the books refer to it; its ledger accounts
 * close with it (0002-ledger.sql). The caller holds the row lock.
 */
export async function forgetPerson(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  userId: string,
): Promise<void> {
  for (const { personalTables = [], onDeletion } of accountParts) {
    for (const table of personalTables) {
      await trx.client.query(`delete from ${table} where user_id = $1`, [userId]);
    }
    await onDeletion?.(trx, userId);
  }
  // The longest possible username. 96 random bits ensure that it is free.
  const username = `deleted_${randomBytes(12).toString('hex')}`;
  await trx.kysely
    .updateTable('app_user')
    .set({
      username,
      // No one can ever own a .invalid domain (RFC 2606).
      email: `${username}@deleted.invalid`,
      email_verified_at: null,
      name: 'deleted',
      password_hash: absentHash,
      phrase: null,
      notice_choices: {},
      two_factor_enabled_at: null,
      frozen_at: null,
      frozen_by: null,
      unfreezes_at: null,
      deleted_at: new Date(),
    })
    .where('id', '=', userId)
    .execute();
}
