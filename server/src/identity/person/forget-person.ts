import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { forgetRepliesTo } from '../../ledger/ledger.ts';
import { absentHash } from '../secrets/password.ts';

/** What is a person's own and no part of the books, by the column that says whose it is. */
const personalTables = [
  'account_link',
  'contact',
  'email_verification',
  'known_device',
  'notice',
  'paid_recipient',
  'passkey',
  'passkey_challenge',
  'password_reset',
  'price_alert',
  'recovery_code',
  'recurring_buy',
  'security_event',
  'two_factor',
  'withdrawal_address',
] as const;

/**
 * Strips an account of what names its person or opens it. The row stays, because the books refer to it; its ledger
 * accounts close with it (0002-ledger.sql). A mail that is about to be sent still is, and is then nobody's.
 */
export async function forgetPerson(trx: Transaction, userId: string): Promise<void> {
  for (const table of personalTables) {
    await trx.client.query(`delete from ${table} where user_id = $1`, [userId]);
  }
  await forgetRepliesTo(trx, userId);
  await trx.client.query('delete from outgoing_mail where user_id = $1 and sent_at is not null', [userId]);
  await trx.client.query('update outgoing_mail set user_id = null where user_id = $1', [userId]);
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
