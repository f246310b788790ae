import { reasonOf } from '../errors.ts';
import { checkLedger } from '../ledger/ledger.ts';
import type { Services } from '../services.ts';

/**
 * Proves the books once a day. A broken rule needs a person and is never repaired here, so it is logged at the level that wakes
 * operators. Success is logged too: silence could mean either.
 */
export async function checkBooks({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
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
  } catch (error) {
    const reason = reasonOf(error);
    log.error({ part: 'ledger', reason }, 'the books could not be checked');
    // The queue then retries later.
    throw error;
  }
}
