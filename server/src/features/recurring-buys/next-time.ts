import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { addJob, removeJob } from '../../jobs/queue.ts';
import type { RecurringBuyRow } from './queries.ts';

/**
 * The first of its times after `after`. Each time counts from the first one, not from the previous one: a buy that began on the
 * 31st runs on the last day of a shorter month, and on the 31st again after it. Days and hours are in its time zone, so that it
 * keeps its hour when clocks change.
 */
export async function findNextTime(
  { client }: Pick<Transaction, 'client'>,
  { first_at, every, time_zone }: Pick<RecurringBuyRow, 'first_at' | 'every' | 'time_zone'>,
  after: Date,
): Promise<Date> {
  // Months differ in length, so the number of past periods is known only to within one.
  const { next_at: nextAt } = one(
    await client.query<{ next_at: Date | null }>(
      `with plan as (
         select $1::timestamptz at time zone $4 as first_at, $3::timestamptz at time zone $4 as after,
                case $2::text when 'day' then interval '1 day' when 'week' then interval '7 days'
                              when 'month' then interval '1 month' end as period
       ), passed as (
         select *, case $2::text
                   when 'month' then 12 * (extract(year from after) - extract(year from first_at))
                                     + extract(month from after) - extract(month from first_at)
                   else floor(extract(epoch from after - first_at) / extract(epoch from period))
                   end::integer as periods
           from plan
       )
       select min(due_at at time zone $4) as next_at
         from passed, generate_series(greatest(periods, 0), greatest(periods, 0) + 1) as count,
              lateral (select first_at + count * period as due_at) as time
        where due_at at time zone $4 > $3::timestamptz`,
      [first_at, every, after, time_zone],
    ),
  );
  if (nextAt === null) throw new Error(`what is due every ${every} has no next time`);
  return nextAt;
}

const jobKeyOf = (id: string): string => `recurring-buy ${id}`;

/**
 * Adds the job of the next time in the transaction that set it, and replaces a waiting job. The job names its time and does
 * nothing at any other time.
 */
export async function arrangeRun(
  trx: Transaction,
  { id, next_at }: Pick<RecurringBuyRow, 'id' | 'next_at'>,
): Promise<void> {
  const payload = { recurringBuyId: id, dueAt: next_at.toISOString() };
  await addJob(trx, 'run-recurring-buy', payload, { runAt: next_at, key: jobKeyOf(id) });
}

/** Removes the waiting job until the next arrangeRun. */
export async function takeBackRun(trx: Transaction, { id }: Pick<RecurringBuyRow, 'id'>): Promise<void> {
  await removeJob(trx, jobKeyOf(id));
}
