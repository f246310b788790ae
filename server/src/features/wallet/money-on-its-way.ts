import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { amountForUsd } from '@mercury/contract/money/price.ts';

/**
 * SQL expression of a JSON list, so that an existing query can include it: a person's money that the rail has seen and nobody can
 * spend yet. A deposit gives its amount. A top-up gives the US dollars that count towards it, at most the amount asked for, and its
 * price: the credit is not for the database to compute.
 */
export function moneyOnItsWay(userId: string): string {
  return `coalesce((
    select json_agg(way) from (
      select asset, amount::text, null as "usd", null as "scaledUsd"
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
      readonly usd: string;
      readonly scaledUsd: string;
    };

/** The incoming amount of an asset, in the smallest unit. The payments of a top-up are credited together, rounded down. */
export function sumOnItsWay(ways: readonly MoneyOnItsWay[], asset: AssetCode): bigint {
  return ways.filter((way) => way.asset === asset).reduce((sum, way) => sum + creditOf(way), 0n);
}

function creditOf(way: MoneyOnItsWay): bigint {
  if (way.amount !== null) return BigInt(way.amount);
  const price = { asset: way.asset, scaledUsd: BigInt(way.scaledUsd) };
  return amountForUsd(amountOf('USD', BigInt(way.usd)), price, 'down').minorUnits;
}
