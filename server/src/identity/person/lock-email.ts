import type { Transaction } from '../../db/database.ts';

// The first half of the key of an advisory lock: a namespace of our own, by an arbitrary number.
const emailLock = 6230571;

/**
 * Whatever registers with an email, mails it or proves it takes turns with the rest that does, until the transaction
 * ends: counts are exact, and those who prove one address at once don't deadlock over each other's rows.
 */
export async function lockEmail(trx: Transaction, email: string): Promise<void> {
  await trx.client.query('select pg_advisory_xact_lock($1, hashtext(lower($2)))', [emailLock, email]);
}
