import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, type Ledger, type Posting } from './ledger.ts';
import {
  available,
  claimOf,
  funding,
  insertOwner,
  payment,
  proveBooks,
  receiptOf,
} from './testing/postings.ts';

let database: TestDatabase;
let ledger: Ledger;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = createLedger(database.db);
});
afterEach(() => proveBooks(database.db));
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

// Every character that means something in a row or an array of the database.
const oddText = 'a "note", (with) {all} \\ of it,\n NULL and nothing: ""';

/** A transfer from one person to another with a key of the first and a row of history for each. */
function oddTransfer(from: string, to: string): Posting {
  const record = {
    type: 'TRANSFER',
    asset: 'MRCY',
    amount: 30n,
    status: 'COMPLETED',
    state: 'completed',
    counterparty: '',
    note: oddText,
    usdValue: 12n,
  } as const;
  return {
    ...payment(available(from), available(to), 30n),
    referenceId: uuidv7(),
    idempotency: claimOf(from, oddText, { fingerprint: oddText }),
    context: { told: oddText },
    records: [
      { ...record, id: uuidv7(), userId: from, direction: 'out' },
      { ...record, id: uuidv7(), userId: to, direction: 'in' },
    ],
  };
}

test('whatever stands in a note, a key or a context is stored and answered letter for letter', async () => {
  const [from, to] = [await insertOwner(database.db), await insertOwner(database.db)];
  receiptOf(await ledger.postTogether(funding(from, 100n)));
  receiptOf(await ledger.postTogether(funding(to, 50n)));
  const posting = oddTransfer(from, to);
  const receipt = receiptOf(await ledger.postTogether(posting));
  expect(receipt).toEqual({
    transferId: posting.transferId,
    postedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    balances: [
      { ...available(from), balance: '70' },
      { ...available(to), balance: '80' },
    ],
    context: { told: oddText },
  });
  const { rows: records } = await database.db.pool.query(
    'select counterparty, note, reference_id, usd_value from wallet_transaction where transfer_id = $1',
    [posting.transferId],
  );
  const record = { counterparty: '', note: oddText, reference_id: null, usd_value: 12n };
  expect(records).toEqual([record, record]);
  const { rows } = await database.db.pool.query(
    `select transfer.reference_id, key, fingerprint, reply
     from transfer join idempotency on owner_id = $2 where transfer.id = $1`,
    [posting.transferId, from],
  );
  expect(rows).toEqual([
    { reference_id: posting.referenceId, key: oddText, fingerprint: oddText, reply: receipt },
  ]);
});

test('a repeat is answered with the stored receipt, whatever else is asked for in the same batch', async () => {
  const [from, to] = [await insertOwner(database.db), await insertOwner(database.db)];
  receiptOf(await ledger.postTogether(funding(from, 100n)));
  const first = receiptOf(await ledger.postTogether(oddTransfer(from, to)));
  const again = { ...oddTransfer(from, to), transferId: uuidv7() };
  const [other, repeat, refused] = await Promise.all([
    ledger.postTogether(payment(available(from), available(to), 1n)),
    ledger.postTogether(again),
    ledger.postTogether(payment(available(from), available(to), 1000n)),
  ]);
  expect(other).toMatchObject({ isPosted: true, isRepeat: false });
  expect(repeat).toEqual({ isPosted: true, isRepeat: true, receipt: first });
  expect(refused).toEqual({ isPosted: false, refusal: 'InsufficientBalance' });
});
