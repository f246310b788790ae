import { inTransaction, type Database } from '../../db/database.ts';

/**
 * Every hour, and with each proof of the books: whether the balances that accounts carry still come to what the house's entries say.
 * It reads all accounts in one snapshot, for a second or two where there are millions; the trial balance then reads none.
 */
export async function readAccounts(db: Database): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    await client.query('set local statement_timeout = 0');
    await client.query('select account_reading_take()');
  });
}
