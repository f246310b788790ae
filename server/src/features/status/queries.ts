import type { Database } from '../../db/database.ts';
import { one } from '../../db/rows.ts';

export interface Backlog {
  /** Most of the last mails wait. One address that refuses its mails is not enough. */
  readonly areMailsLate: boolean;
  /** The rail opened none of the last top-ups. */
  readonly areTopUpsFailing: boolean;
  readonly areJobsLate: boolean;
}

/**
 * Each part reads few rows, since the call is public. What is too new to tell anything is left out first: on a busy day it would
 * hide the rest. A job of former versions that nobody runs any more does not count for ever.
 */
export async function findBacklog({ pool }: Pick<Database, 'pool'>): Promise<Backlog> {
  const answer = await pool.query<Backlog>(
    `with mail as (
       select sent_at
         from (
           select * from outgoing_mail where created_at < now() - interval '2 minutes' order by id desc limit 20
         ) latest
        where created_at > now() - interval '1 hour'
     ), opened as (
       select external_id
         from (
           select * from topup where created_at < now() - interval '20 seconds' order by id desc limit 5
         ) latest
        where created_at > now() - interval '1 hour'
     )
     select (select count(*) filter (where sent_at is null) >= 3
                and count(*) filter (where sent_at is null) > count(sent_at) from mail) as "areMailsLate",
            (select count(*) >= 2 and count(external_id) = 0 from opened) as "areTopUpsFailing",
            exists (select from graphile_worker.jobs
                     where attempts = 0 and locked_at is null
                       and run_at between now() - interval '1 hour' and now() - interval '3 minutes') as "areJobsLate"`,
  );
  return one(answer);
}
