import { closeDatabase, openDatabase } from '../server/src/db/database.ts';
import { createLedger } from '../server/src/ledger/ledger.ts';
import { choosePair, ourPosting } from './ledger-books.ts';
import { measure, type Run } from './measure.ts';

interface Order {
  connectionString: string;
  userIds: string[];
  callerCount: number;
  durationMs: number;
}

// Started by ledger.ts, which sends one message and waits for one.
process.once('message', (message) => {
  // What it sends is an Order.
  void report(message as Order);
});

async function report(order: Order): Promise<void> {
  process.send?.(await work(order));
  process.disconnect?.();
}

async function work({ connectionString, userIds, callerCount, durationMs }: Order): Promise<Run> {
  const db = openDatabase({ connectionString });
  const ledger = createLedger(db);
  const run = await measure({
    callerCount,
    durationMs,
    call: () => ledger.postTogether(ourPosting(userIds, choosePair(false))),
  });
  await ledger.close();
  await closeDatabase(db);
  return run;
}
