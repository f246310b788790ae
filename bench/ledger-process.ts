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

/** What ledger.ts sends: first an Order, and "go" once all processes have answered it. */
function nextMessage(): Promise<unknown> {
  return new Promise((resolve) => process.once('message', resolve));
}

const { connectionString, userIds, callerCount, durationMs } = (await nextMessage()) as Order;
const db = openDatabase({ connectionString });
const ledger = createLedger(db);
const run = (): Promise<Run> =>
  measure({
    callerCount,
    durationMs,
    call: () => ledger.postTogether(ourPosting(userIds, choosePair(false))),
  });
// A process that has just been started compiles its code and fills its caches at the expense of the others.
await run();
process.send?.('ready');
await nextMessage();
process.send?.(await run());
await ledger.close();
await closeDatabase(db);
process.disconnect?.();
