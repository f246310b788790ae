import type { Transaction } from '../../db/database.ts';

/** The secret and the recovery codes are gone; no sign-in asks for a code any more. The caller holds the person's row. */
export async function turnOffTwoFactor(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query('delete from two_factor where user_id = $1', [userId]);
  await trx.client.query('delete from recovery_code where user_id = $1', [userId]);
  await trx.client.query('update app_user set two_factor_enabled_at = null where id = $1', [userId]);
}
