import { inTransaction, type Database } from '../db/database.ts';

/**
 * Keeps what the house's accounts came to at the end of each day that is over, so that a balance of theirs is the last of these and
 * the entries since (docs/ledger.md). A repeat finds nothing to do.
 */
export async function closeDays(db: Database): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    // The first time reads all that there is.
    await client.query('set local statement_timeout = 0');
    await client.query('select ledger_close_days()');
  });
}
