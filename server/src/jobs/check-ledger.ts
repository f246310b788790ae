import { checkLedger } from '../ledger/ledger.ts';
import type { Services } from '../services.ts';

/**
 * Proves the books by themselves, once a day. What breaks a rule is for a person to look at and is never put right here, so
 * it is told at the level that operators are woken for; that all is right is told too, or silence could mean either.
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
    // Its message only: the driver hangs the whole connection, with its secrets, on the error.
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ part: 'ledger', reason }, 'the books could not be checked');
    // So that the queue tries again, in a while.
    throw error;
  }
}
