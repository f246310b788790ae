import { vi } from 'vitest';
import type { JobName, JobPayloads } from '../jobs/queue.ts';
import type { TestApp } from './app.ts';
import { registerVerifiedPerson, type Registration, type SignedInPerson } from './person.ts';

export interface TestTopUp {
  readonly transactionId: string;
  readonly paymentToken: string;
}

/** Opens a top-up, and answers its row of history and the token of its payment page. */
export async function openTestTopUp(
  testApp: TestApp,
  person: SignedInPerson,
  amountUsd: string,
): Promise<TestTopUp> {
  const reply = await testApp.call('POST', '/wallets/topup', {
    token: person.token,
    body: { amount: amountUsd, currency: 'USD', paymentMethod: 'CRYPTO' },
  });
  if (reply.status !== 201) throw new Error(`the top-up was refused: ${JSON.stringify(reply.body)}`);
  return {
    transactionId: reply.body.transactionId,
    paymentToken: new URL(reply.body.paymentUrl).pathname.slice(5),
  };
}

/** Pays, and lets the pretend chain confirm at once: its own confirmation, a moment later, finds nothing left to do. */
export async function payAndConfirm(testApp: TestApp, topUp: TestTopUp): Promise<void> {
  const paid = await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
    body: { currency: 'BTC' },
  });
  if (paid.status !== 200) throw new Error(`the payment was refused: ${JSON.stringify(paid.body)}`);
  await runJob(testApp, 'confirm-sandbox-payment', { topUpId: await topUpIdOf(testApp, topUp) });
}

/** The id that jobs know a top-up by; no reply shows it. */
export async function topUpIdOf(testApp: TestApp, topUp: TestTopUp): Promise<string> {
  const { rows } = await testApp.db.pool.query<{ id: string }>(
    'select id from topup where transaction_id = $1',
    [topUp.transactionId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no top-up of transaction ${topUp.transactionId}`);
  return row.id;
}

/** Somebody verified who has topped up. 57 US dollars are 100 MRCY at the price that tests leave as it is. */
export async function registerFundedPerson(
  testApp: TestApp,
  amountUsd: string,
  overrides: Partial<Registration> = {},
): Promise<SignedInPerson> {
  const person = await registerVerifiedPerson(testApp, overrides);
  await payAndConfirm(testApp, await openTestTopUp(testApp, person, amountUsd));
  return person;
}

/** Puts a job into the queue so many times, due now, and waits until all have run. */
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

export async function balanceOf(testApp: TestApp, person: SignedInPerson): Promise<string> {
  const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
  return reply.body.wallet.balance;
}
