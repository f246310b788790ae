import { endpoints } from '@mercury/contract/api/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction, type Transaction } from '../../db/database.ts';
import {
  checkLedger,
  hold,
  recordTransactions,
  release,
  reverse,
  settle,
  type WalletTransactionRecord,
} from '../../ledger/ledger.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney, openTestTopUp } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await giveMoney(testApp, person, 'MRCY', '100');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

async function explain(id: string, { token } = person) {
  return succeeded(endpoints.getTransaction, await testApp.call('GET', `/transactions/${id}`, { token }));
}

/** The lines as account, amount and balance after. */
async function linesOf(id: string, asker = person): Promise<[string, string, string, string | null][]> {
  const { entries } = await explain(id, asker);
  return entries.map(({ kind, account, amount, balanceAfter }) => [kind, account, amount, balanceAfter]);
}

async function transfer(amount: string): Promise<string> {
  const reply = await testApp.call('POST', '/wallets/transfer', {
    token: person.token,
    body: { recipientAddress: other.user.walletAddress, amount },
  });
  return succeeded(endpoints.transfer, reply).transaction.id;
}

describe('the entries of a transaction', () => {
  test('of a transfer are two, and of the other person’s nothing is told but the amount', async () => {
    const id = await transfer('40.5');
    expect(await linesOf(id)).toEqual([
      ['transfer', 'available', '-40.50000000', '59.50000000'],
      ['transfer', 'counterparty', '40.50000000', null],
    ]);
    const { rows } = await testApp.db.pool.query<{ id: string }>(
      'select id from wallet_transaction where user_id = $1',
      [other.user.id],
    );
    expect(await linesOf(rows[0]?.id ?? '', other)).toEqual([
      ['transfer', 'counterparty', '-40.50000000', null],
      ['transfer', 'available', '40.50000000', '40.50000000'],
    ]);
  });

  test('of a withdrawal are what was set aside and what left, also while it is not paid yet', async () => {
    const withdrawal = await holdForWithdrawal();
    const held = [
      ['hold', 'available', '-30.00000000', '70.00000000'],
      ['hold', 'held', '30.00000000', '30.00000000'],
    ];
    expect(await linesOf(withdrawal.id)).toEqual(held);
    await inTransaction(testApp.db, (trx) =>
      settle(trx, {
        holdId: withdrawal.holdId,
        transferId: uuidv7(),
        kind: 'withdrawal',
        to: [
          { account: { owner: 'house', asset: 'MRCY', kind: 'rail_clearing' }, amount: 2_985_000_000n },
          { account: { owner: 'house', asset: 'MRCY', kind: 'fees' }, amount: 15_000_000n },
        ],
        records: [{ ...withdrawal.record, status: 'COMPLETED', state: 'completed' }],
      }),
    );
    expect(await linesOf(withdrawal.id)).toEqual([
      ...held,
      ['withdrawal', 'held', '-30.00000000', '0.00000000'],
      ['withdrawal', 'rail_clearing', '29.85000000', null],
      ['withdrawal', 'fees', '0.15000000', null],
    ]);
  });

  test('of a cancelled withdrawal end with what came back', async () => {
    const withdrawal = await holdForWithdrawal();
    await inTransaction(testApp.db, (trx) =>
      release(trx, {
        holdId: withdrawal.holdId,
        transferId: uuidv7(),
        records: [{ ...withdrawal.record, status: 'FAILED', state: 'cancelled' }],
      }),
    );
    expect((await linesOf(withdrawal.id)).slice(2)).toEqual([
      ['release', 'held', '-30.00000000', '0.00000000'],
      ['release', 'available', '30.00000000', '100.00000000'],
    ]);
  });

  test('tell of a reversal too', async () => {
    const id = await transfer('40');
    const [line] = (await explain(id)).entries;
    await inTransaction(testApp.db, (trx) =>
      reverse(trx, { transferId: line?.transferId ?? '', reversalId: uuidv7() }),
    );
    expect((await linesOf(id)).slice(2)).toEqual([
      ['reversal', 'available', '40.00000000', '100.00000000'],
      ['reversal', 'counterparty', '-40.00000000', null],
    ]);
  });

  test('are none before anything moved', async () => {
    const { transactionId } = await openTestTopUp(testApp, person, '57');
    expect(await explain(transactionId)).toMatchObject({ entries: [], payments: [] });
  });

  /** As a withdrawal does it: a hold under the withdrawal's id, with a row of history that waits. */
  async function holdForWithdrawal() {
    const [holdId, referenceId] = [uuidv7(), uuidv7()];
    const record: WalletTransactionRecord = {
      id: uuidv7(),
      userId: person.user.id,
      type: 'WITHDRAW',
      asset: 'MRCY',
      amount: 3_000_000_000n,
      fee: 15_000_000n,
      direction: 'out',
      status: 'PENDING',
      state: 'queued',
      referenceId,
    };
    await inTransaction(testApp.db, (trx) =>
      hold(trx, {
        holdId,
        owner: person.user.id,
        asset: 'MRCY',
        amount: record.amount,
        referenceId,
        records: [record],
      }),
    );
    return { id: record.id, holdId, record };
  }
});

describe('the payments of a top-up', () => {
  test('are all that the rail saw, and under a row that is claimed only its own', async () => {
    const { transactionId } = await openTestTopUp(testApp, person, '57');
    const claimId = uuidv7();
    await inTransaction(testApp.db, async (trx) => {
      await recordTransactions(trx, [
        {
          id: claimId,
          userId: person.user.id,
          type: 'TOPUP',
          asset: 'MRCY',
          amount: 1n,
          direction: 'in',
          status: 'PENDING',
          state: 'claimable',
        },
      ]);
      await insertPayment(trx, { transactionId, asset: 'BTC', problem: null, claimId: null });
      await insertPayment(trx, { transactionId, asset: 'ETH', problem: 'late', claimId });
    });
    expect((await explain(transactionId)).payments).toMatchObject([
      {
        currency: 'BTC',
        amount: '0.00100000',
        usdValue: '45.38',
        problem: null,
        isPriced: false,
        isCredited: false,
      },
      { currency: 'ETH', usdValue: '46.00', state: 'confirmed', problem: 'late', isPriced: true },
    ]);
    expect((await explain(claimId)).payments).toMatchObject([{ currency: 'ETH', problem: 'late' }]);
  });

  async function insertPayment(
    trx: Transaction,
    payment: { transactionId: string; asset: string; problem: string | null; claimId: string | null },
  ): Promise<void> {
    await trx.client.query(
      `insert into topup_payment
         (id, topup_id, rail, external_id, asset, amount, usd_amount, state, problem, transaction_id, seen_at,
          final_usd, final_credit)
       select $1::uuid, id, 'sandbox', $1::text, $3, 100000, 45380000, 'confirmed', $4, $5, clock_timestamp(),
              case when $5::uuid is not null then 46000000 end, case when $5::uuid is not null then 1 end
         from topup where transaction_id = $2`,
      [uuidv7(), payment.transactionId, payment.asset, payment.problem, payment.claimId],
    );
  }
});
