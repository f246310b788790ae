import { setTimeout } from 'node:timers/promises';
import type { Owed } from '@mercury/contract/console/today.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import { houseId } from '../../features/house-quotes/house.ts';
import type { Services } from '../../services.ts';

type Holdings = ReadonlyMap<AssetCode, bigint> | undefined;

const patienceMs = 2000;
const freshMs = 60_000;

/** The rail is asked once a minute at most, whoever looks: it may be a company's that counts calls. */
export function createOwed({ db, rail }: Pick<Services, 'db' | 'rail'>): () => Promise<Owed[]> {
  let asked: { readonly atMs: number; readonly holdings: Promise<Holdings> } | undefined;

  async function ask(): Promise<Holdings> {
    try {
      return await rail.findHoldings();
    } catch {
      return undefined;
    }
  }
  /** Undefined if it can't say, or not in time. */
  function holdings(): Promise<Holdings> {
    const nowMs = performance.now();
    if (asked === undefined || nowMs - asked.atMs > freshMs) asked = { atMs: nowMs, holdings: ask() };
    return Promise.race([asked.holdings, setTimeout(patienceMs, undefined, { ref: false })]);
  }

  return async () => {
    const [rows, held] = await Promise.all([sumOwed(db), holdings()]);
    return rows.map(({ asset, owed }) => {
      const units = held?.get(asset);
      const format = (some: bigint): string => formatAmount(amountOf(asset, some));
      return {
        currency: asset,
        liabilities: format(owed),
        railHolds: units === undefined ? null : format(units),
        difference: units === undefined ? null : format(units - owed),
      };
    });
  };
}

/**
 * Each asset sums to zero, so customers have what the house's accounts are short of: a million balances need no reading. By
 * account_unique, house_hour_pkey and entry_of_house, the entries since the newest hour that was kept; without one, since the last
 * closed day.
 */
async function sumOwed({ pool }: Services['db']): Promise<readonly { asset: AssetCode; owed: bigint }[]> {
  const { rows } = await pool.query<{ asset: AssetCode; owed: bigint }>(
    `select account.asset,
            -sum(case when owner_id is null
                 then coalesce(kept.balance + since.amount, house_balance_at(account.id, null))
                 else account.balance end)::numeric(38, 0) as owed
       from account
       join asset on asset.code = account.asset
       left join house_hour kept on kept.account_id = account.id
       left join lateral (
         select coalesce(sum(entry.amount), 0) as amount from entry
          where entry.account_id = account.id and entry.account_version is null
            and entry.transfer_id > first_id_at(kept.ends_at)
       ) since on kept.ends_at is not null
      where owner_id is null or owner_id = $1
      group by account.asset, asset.position order by asset.position`,
    [houseId],
  );
  return rows;
}

/** Every hour, of the newest that is over for at least an hour: no transfer waits for so long with its id. */
export async function keepHouseBalances({ client }: Transaction): Promise<void> {
  await client.query(
    `insert into house_hour (account_id, ends_at, balance)
     select account.id, ended.ends_at, house_balance_at(account.id, first_id_at(ended.ends_at))
       from account cross join (select date_trunc('hour', now() - interval '1 hour', 'UTC') as ends_at) ended
      where account.owner_id is null
     on conflict (account_id) do update set ends_at = excluded.ends_at, balance = excluded.balance
      where excluded.ends_at > house_hour.ends_at`,
  );
}
