import { nightlyCheck } from '@mercury/contract/console/books.ts';
import { v7 as uuidv7 } from 'uuid';
import { reasonOf } from '../errors.ts';
import { checkLedger, ledgerRuleCount } from '../ledger/ledger.ts';
import type { Services } from '../services.ts';

/**
 * Proves the books once a day. A broken rule needs a person and is never repaired here, so it is logged at the level that wakes
 * operators, and staff find it in the console. Success is logged too: silence could mean either.
 */
export async function checkBooks({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const startedAt = new Date();
  try {
    const { accountCount, transferCount, entryCount, findings } = await checkLedger(db);
    const counts = {
      part: 'ledger',
      accounts: Number(accountCount),
      transfers: Number(transferCount),
      entries: Number(entryCount),
    };
    if (findings.length > 0) log.error({ ...counts, findings }, 'the books are wrong');
    else log.info(counts, 'the books are right');
    await db.pool.query(
      `insert into books_check (
         id, asked_by, started_at, rules_done, rules_total, ended_at, outcome, account_count, transfer_count, entry_count, findings
       ) values ($1, $2, $3, $4, $4, now(), $5, $6, $7, $8, $9)`,
      [
        uuidv7(),
        nightlyCheck,
        startedAt,
        ledgerRuleCount,
        findings.length === 0 ? 'right' : 'wrong',
        accountCount,
        transferCount,
        entryCount,
        JSON.stringify(findings),
      ],
    );
  } catch (error) {
    const reason = reasonOf(error);
    log.error({ part: 'ledger', reason }, 'the books could not be checked');
    // The queue then retries later.
    throw error;
  }
}
