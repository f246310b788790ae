import { setTimeout } from 'node:timers/promises';
import type { Owed } from '@mercury/contract/console/today.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
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
 * account_unique, house_balance_pkey and entry_of_house, at most what was posted since the last closed day.
 */
async function sumOwed({ pool }: Services['db']): Promise<readonly { asset: AssetCode; owed: bigint }[]> {
  const { rows } = await pool.query<{ asset: AssetCode; owed: bigint }>(
    `select account.asset, -sum(case when owner_id is null then house_balance_at(account.id, null) else balance end)::numeric(38, 0) as owed
       from account join asset on asset.code = account.asset
      where owner_id is null or owner_id = $1
      group by account.asset, asset.position order by asset.position`,
    [houseId],
  );
  return rows;
}
