import { inTransaction, type Database } from '../../db/database.ts';

/**
 * Every hour, and with each proof of the books: whether the balances that accounts carry still come to what the house's entries say.
 * It reads all accounts in one snapshot, for a second or two where there are millions; the trial balance then reads none.
 */
export async function readAccounts(db: Database): Promise<void> {
  const rows = await inTransaction(
    db,
    async ({ client }) => {
      await client.query('set local statement_timeout = 0');
      return (await client.query<ReadRow>(sums)).rows;
    },
    { isolation: 'repeatable read' },
  );
  await db.pool.query(
    `insert into account_reading (asset, read_at, sum, held_without_holds)
     select * from unnest($1::text[], $2::timestamptz[], $3::numeric[], $4::numeric[])
     on conflict (asset) do update
        set read_at = excluded.read_at, sum = excluded.sum, held_without_holds = excluded.held_without_holds
      where excluded.read_at > account_reading.read_at`,
    [
      rows.map(({ asset }) => asset),
      rows.map(({ read_at }) => read_at),
      rows.map(({ sum }) => sum),
      rows.map(({ held_without_holds }) => held_without_holds),
    ],
  );
}

interface ReadRow {
  readonly asset: string;
  readonly read_at: Date;
  readonly sum: bigint;
  readonly held_without_holds: bigint;
}

/** The house's by house_balance_pkey and entry_of_house, open holds by hold_open_by_account, all accounts from end to end. */
const sums = `
  select account.asset, now() as read_at,
         sum(case when owner_id is null then house_balance_at(account.id, null) else balance end)::numeric(38, 0) as sum,
         (coalesce(sum(balance) filter (where kind = 'held'), 0) - coalesce(min(open.amount), 0))::numeric(38, 0) as held_without_holds
    from account
    left join (
      select held.asset, sum(hold.amount) as amount
        from hold join account held on held.id = hold.held_account_id
       where hold.state = 'open' group by held.asset
    ) open on open.asset = account.asset
   group by account.asset`;
