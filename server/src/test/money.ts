import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { vi } from 'vitest';
import { one } from '../db/rows.ts';
import type { JobName, JobPayloads } from '../jobs/queue.ts';
import { confirmPayment, findChainPaymentsOf, type ChainPayment } from '../rails/sandbox/chain.ts';
import type { TestApp } from './app.ts';
import { makePerson, type SignedInPerson } from './person.ts';
import { fund } from './signed-in-people.ts';

export interface TestTopUp {
  readonly transactionId: string;
  readonly paymentToken: string;
}

/** Opens a top-up, of the own coin by default. Returns its history row and the token of its payment page. */
export async function openTestTopUp(
  testApp: TestApp,
  person: SignedInPerson,
  amountUsd: string,
  credit: { creditCurrency?: 'MRCY' | 'USD' } = {},
): Promise<TestTopUp> {
  const reply = await testApp.call('POST', '/wallets/topup', {
    token: person.token,
    body: { amount: amountUsd, currency: 'USD', paymentMethod: 'CRYPTO', ...credit },
  });
  if (reply.status !== 201) throw new Error(`the top-up was refused: ${JSON.stringify(reply.body)}`);
  return {
    transactionId: reply.body.transactionId,
    paymentToken: new URL(reply.body.paymentUrl).pathname.slice(5),
  };
}

/** Pays, and lets the pretend chain find all its blocks at once. Its own later rounds change nothing. */
export async function payAndConfirm(testApp: TestApp, topUp: TestTopUp): Promise<void> {
  const paid = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency: 'BTC' },
  });
  if (paid.status !== 200) throw new Error(`the payment was refused: ${JSON.stringify(paid.body)}`);
  await confirmPaymentsOf(testApp, topUp);
}

/** Confirms every payment towards a top-up, including the chain's webhook. */
export async function confirmPaymentsOf(testApp: TestApp, topUp: TestTopUp): Promise<void> {
  for (const { id: paymentId, confirmationsNeeded } of await chainPaymentsOf(testApp, topUp)) {
    await confirmPayment(testApp.db.pool, { paymentId, blockCount: confirmationsNeeded });
    await runJob(testApp, 'advance-sandbox-payment', { paymentId });
  }
}

export async function chainPaymentsOf(testApp: TestApp, topUp: TestTopUp): Promise<readonly ChainPayment[]> {
  return findChainPaymentsOf(testApp.db.pool, await topUpIdOf(testApp, topUp));
}

/** The id that jobs use for a top-up; no reply shows it. */
export async function topUpIdOf(testApp: TestApp, topUp: TestTopUp): Promise<string> {
  const row = one(
    await testApp.db.pool.query<{ id: string }>('select id from topup where transaction_id = $1', [
      topUp.transactionId,
    ]),
  );
  return row.id;
}

/** A verified person with so many MRCY, without a history row for their origin. */
export async function makeFundedPerson(testApp: TestApp, amountText: string): Promise<SignedInPerson> {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'MRCY', amountText);
  return person;
}

/** Queues a job that many times, due now, and waits until all have run. */
export async function runJob<Name extends JobName>(
  testApp: TestApp,
  name: Name,
  payload: JobPayloads[Name],
  times = 1,
): Promise<void> {
  await testApp.db.pool.query('SELECT graphile_worker.add_job($1, $2::json) FROM generate_series(1, $3)', [
    name,
    JSON.stringify(payload),
    times,
  ]);
  await vi.waitFor(
    async () => {
      const { rows } = await testApp.db.pool.query(
        'SELECT FROM graphile_worker.jobs WHERE task_identifier = $1 AND run_at <= now()',
        [name],
      );
      if (rows.length > 0) throw new Error(`${rows.length} jobs of ${name} are left`);
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** Gives a person money, as a deposit from the outside. `amountText` is a decimal of whole units. */
export async function giveMoney(
  testApp: TestApp,
  person: SignedInPerson,
  asset: AssetCode,
  amountText: string,
): Promise<void> {
  const amount = parseAmount(asset, amountText);
  if (amount === undefined) throw new Error(`${amountText} is no amount in ${asset}`);
  await fund(testApp.db, [{ userId: person.user.id }], amount.minorUnits, asset);
}

export async function balanceOf(testApp: TestApp, person: SignedInPerson): Promise<string> {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  return reply.body.wallet.balance;
}
