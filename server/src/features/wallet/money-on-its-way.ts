import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { amountForUsd } from '@mercury/contract/money/price.ts';

/**
 * What the rail has seen for a person and nobody can spend yet, as an SQL expression of a JSON list, so that a query
 * that is made anyway can answer it too. Of a deposit the amount; of a top-up the US cents that count towards it, no
 * more than it asks for, and its price, since what they will be credited as is not the database's to reckon.
 */
export function moneyOnItsWay(userId: string): string {
  return `coalesce((
    select json_agg(way) from (
      select asset, amount::text, null as "usdCents", null as "scaledUsd"
        from deposit where user_id = ${userId} and state = 'confirming'
      union all
      select topup.credit_asset, null, least(sum(payment.usd_amount), topup.usd_amount)::text, topup.price_scaled_usd::text
        from topup join topup_payment payment on payment.topup_id = topup.id
       where topup.user_id = ${userId} and topup.state in ('payment_seen', 'underpaid')
         and payment.problem is null and payment.state <> 'failed'
       group by topup.id
    ) way
  ), '[]')`;
}

/** An element of that list; integers in decimal digits. */
export type MoneyOnItsWay =
  | { readonly asset: AssetCode; readonly amount: string }
  | {
      readonly asset: AssetCode;
      readonly amount: null;
      readonly usdCents: string;
      readonly scaledUsd: string;
    };

/** How much of an asset it will be, in the smallest unit: a top-up's payments are credited together, rounded down. */
export function sumOnItsWay(ways: readonly MoneyOnItsWay[], asset: AssetCode): bigint {
  return ways.filter((way) => way.asset === asset).reduce((sum, way) => sum + creditOf(way), 0n);
}

function creditOf(way: MoneyOnItsWay): bigint {
  if (way.amount !== null) return BigInt(way.amount);
  const price = { asset: way.asset, scaledUsd: BigInt(way.scaledUsd) };
  return amountForUsd(amountOf('USD', BigInt(way.usdCents)), price, 'down').minorUnits;
}
