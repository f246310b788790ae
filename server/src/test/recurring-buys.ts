import { endpoints } from '@mercury/contract/api/index.ts';
import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { one } from '../db/rows.ts';
import { succeeded, type TestApp, type TestReply } from './app.ts';
import { runJob } from './money.ts';
import type { SignedInPerson } from './person.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** 50 US dollars of BTC every day from tomorrow on, by default. */
export function askForRecurringBuy(
  testApp: TestApp,
  person: SignedInPerson,
  {
    idempotencyKey,
    ...changes
  }: { readonly idempotencyKey?: string; readonly [field: string]: unknown } = {},
): Promise<TestReply> {
  return testApp.call('POST', '/recurring-buys', {
    token: person.token,
    body: {
      fromCurrency: 'USD',
      amount: '50.00',
      toCurrency: 'BTC',
      every: 'day',
      firstAt: new Date(Date.now() + dayMs).toISOString(),
      ...changes,
    },
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  });
}

export async function makeRecurringBuy(
  testApp: TestApp,
  person: SignedInPerson,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<RecurringBuy> {
  const reply = await askForRecurringBuy(testApp, person, changes);
  return succeeded(endpoints.createRecurringBuy, reply).recurringBuy;
}

/** Moves the beginning and the due time back by `ago`; no job knows that time. Returns it. */
export async function makeDue(testApp: TestApp, id: string, ago = '10 seconds'): Promise<string> {
  const row = one(
    await testApp.db.pool.query<{ next_at: Date }>(
      `update recurring_buy
          set first_at = date_trunc('milliseconds', now() - $2::interval),
              next_at = date_trunc('milliseconds', now() - $2::interval)
        where id = $1 returning next_at`,
      [id, ago],
    ),
  );
  return row.next_at.toISOString();
}

export async function runDue(testApp: TestApp, id: string, times = 1): Promise<void> {
  const dueAt = await makeDue(testApp, id);
  await runJob(testApp, 'run-recurring-buy', { recurringBuyId: id, dueAt }, times);
}

export async function findOwnRecurringBuy(
  testApp: TestApp,
  person: SignedInPerson,
  id: string,
): Promise<RecurringBuy> {
  const reply = await testApp.call('GET', '/recurring-buys', { token: person.token });
  const found = succeeded(endpoints.listRecurringBuys, reply).recurringBuys.find((each) => each.id === id);
  if (found === undefined) throw new Error(`recurring buy ${id} is not listed`);
  return found;
}

/** The outcome of each run, oldest first. */
export async function runsOf({ db }: TestApp, id: string) {
  const { rows } = await db.pool.query<{ transaction_id: string | null; refusal: string | null }>(
    'select transaction_id, refusal from recurring_buy_run where recurring_buy_id = $1 order by due_at',
    [id],
  );
  return rows;
}

export async function countTrades({ db }: TestApp, person: SignedInPerson): Promise<number> {
  return one(
    await db.pool.query<{ count: number }>(
      'select count(*)::integer as count from trade where user_id = $1',
      [person.user.id],
    ),
  ).count;
}

export async function waitingTimesOf({ db }: TestApp, id: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ due_at: string }>(
    `select payload ->> 'dueAt' as due_at from graphile_worker._private_jobs
      where payload ->> 'recurringBuyId' = $1 and run_at > now() order by run_at`,
    [id],
  );
  return rows.map(({ due_at }) => due_at);
}
