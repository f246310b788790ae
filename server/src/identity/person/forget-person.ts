import { randomBytes } from 'node:crypto';
import type { AccountPart } from '../../account-part.ts';
import type { Transaction } from '../../db/database.ts';
import { absentHash } from '../secrets/password.ts';

/**
 * Strips an account of what names its person or opens it. The row stays, because the books refer to it; its ledger
 * accounts close with it (0002-ledger.sql). The caller holds the row.
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
  // As long as a username may be, and free: 96 random bits.
  const username = `deleted_${randomBytes(12).toString('hex')}`;
  await trx.kysely
    .updateTable('app_user')
    .set({
      username,
      // .invalid is nobody's for ever (RFC 2606).
      email: `${username}@deleted.invalid`,
      email_verified_at: null,
      name: 'deleted',
      password_hash: absentHash,
      phrase: null,
      two_factor_enabled_at: null,
      frozen_at: null,
      frozen_by: null,
      unfreezes_at: null,
      deleted_at: new Date(),
    })
    .where('id', '=', userId)
    .execute();
}
