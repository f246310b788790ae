/**
 * How fast orders are placed, matched and committed, beside our own ledger and beside an executor as older exchanges have one, on
 * the same PostgreSQL with fsync on, run in turn. BENCH_SECONDS sets the length of a run.
 */
import { createLedger } from '../server/src/ledger/ledger.ts';
import { choosePair, ourPosting, type Books, withBooks } from './ledger-books.ts';
import { compare, durationMs, measure, type Run } from './measure.ts';
import { openPeerExchange } from './orders-peer.ts';
import { cancelAll, crossingHalf, makersMix, openTrading } from './orders-world.ts';

await withBooks(compareAll);

async function compareAll(books: Books): Promise<void> {
  const ledger = createLedger(books.db);
  const trading = await openTrading(books);
  const peer = await openPeerExchange(books);
  const run = async (callerCount: number, call: () => Promise<unknown>): Promise<Run> => {
    await cancelAll(trading);
    // Plans that were made while the tables were empty would read them from end to end.
    await books.maintenanceDb.pool.query('analyze');
    return measure({ callerCount, durationMs, call });
  };
  // Something in every table, so that there is something to analyze.
  await measure({ callerCount: 64, durationMs: 1000, call: crossingHalf(trading) });
  for (const callerCount of [512, 64]) {
    await compare(`order book, ${callerCount} callers`, [
      {
        name: 'our ledger’s postings',
        run: () => run(callerCount, () => ledger.postTogether(ourPosting(books.userIds, choosePair(false)))),
      },
      { name: 'a maker’s mix', run: () => run(callerCount, makersMix(trading)) },
      { name: 'half of all crossing', run: () => run(callerCount, crossingHalf(trading)) },
      { name: 'the same, an executor', run: () => run(callerCount, peer) },
    ]);
  }
  await trading.close();
  await ledger.close();
}
