import { type Database, inTransaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';

/** Every hour. Both sides of a trade count, by what it was worth then; without a price then, it does not count. */
export async function countTradedVolume({ db }: { readonly db: Database }): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    // It reads a month of trades, more than a request may.
    await client.query('set local statement_timeout = 0');
    await client.query(
      `with counted as materialized (
       select user_id, sum(usd_value) as usd_value
         from wallet_transaction join app_user on app_user.id = user_id and deleted_at is null
        where wallet_transaction.created_at > now() - interval '30 days' and type in ('BUY', 'SELL', 'EXCHANGE')
          and exists (select from fill where fill.transfer_id = wallet_transaction.transfer_id)
        group by user_id
       having sum(usd_value) > 0
       ), gone as (
         delete from traded_volume where not exists (select from counted where counted.user_id = traded_volume.user_id)
       )
       insert into traded_volume (user_id, usd_value) select user_id, usd_value from counted
       on conflict (user_id) do update set usd_value = excluded.usd_value
        where traded_volume.usd_value <> excluded.usd_value`,
    );
  });
}

/** In millionths of a US dollar. */
export async function findTradedVolume({ pool }: Database, userId: string): Promise<bigint> {
  const row = maybeOne(
    await pool.query<{ usd_value: bigint }>('select usd_value from traded_volume where user_id = $1', [
      userId,
    ]),
  );
  return row?.usd_value ?? 0n;
}

export interface FeeTier {
  /** In millionths of a US dollar. */
  readonly volume_from: bigint;
  readonly maker_percent: number;
  readonly taker_percent: number;
}

export async function findFeeTiers({ kysely }: Database): Promise<readonly FeeTier[]> {
  return kysely.selectFrom('fee_tier').selectAll().orderBy('volume_from').execute();
}

/** What part of a market's fees a person pays, in hundredths. */
export async function findFeePercents(
  db: Database,
  userId: string,
): Promise<{ readonly makerPercent: number; readonly takerPercent: number }> {
  const [volume, tiers] = await Promise.all([findTradedVolume(db, userId), findFeeTiers(db)]);
  const tier = tiers.findLast(({ volume_from: from }) => from <= volume);
  return { makerPercent: tier?.maker_percent ?? 100, takerPercent: tier?.taker_percent ?? 100 };
}
