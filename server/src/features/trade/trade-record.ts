import type { TradeType } from '@mercury/contract/api/trade.ts';
import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import type { Offer } from './offer.ts';
import type { SettledOrder } from './settle-trades.ts';

/** A row of trade, amounts in smallest units. It never changes. Only settle-trades.ts inserts one, from an offer. */
export interface TradeRow {
  readonly id: string;
  readonly user_id: string;
  readonly transaction_id: string;
  readonly transfer_id: string;
  readonly type: TradeType;
  readonly from_asset: AssetCode;
  readonly from_amount: bigint;
  readonly fee: bigint;
  readonly to_asset: AssetCode;
  readonly to_amount: bigint;
  readonly rate_base: AssetCode;
  readonly rate_scaled: bigint;
  readonly usd_value: bigint;
  readonly recurring_buy_id: string | null;
}

const columns = `
  id, user_id, transaction_id, transfer_id, type, from_asset, from_amount, fee, to_asset, to_amount,
  rate_base, rate_scaled, usd_value, recurring_buy_id`;

/** Call it after the transfers and history rows exist. Keeps the order of `orders`. */
export async function insertTrades(trx: Transaction, orders: readonly SettledOrder[]): Promise<TradeRow[]> {
  if (orders.length === 0) return [];
  const { rows } = await trx.client.query<TradeRow>(
    `insert into trade (${columns}, from_price_scaled_usd, to_price_scaled_usd, created_at)
     select ${columns}, from_price_scaled_usd, to_price_scaled_usd, now()
       from jsonb_populate_recordset(null::trade, $1)
     returning ${columns}`,
    [JSON.stringify(orders.map(recordOf))],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders.flatMap(({ tradeId }) => byId.get(tradeId) ?? []);
}

/** A row as JSON. Amounts are decimal strings, because a JSON number would lose digits. */
function recordOf({ offer, ...order }: SettledOrder): Record<string, string | undefined> {
  const { type, from, fee, to, rate, fromPrice, toPrice, usdValue } = offer;
  return {
    id: order.tradeId,
    user_id: order.userId,
    transaction_id: order.transactionId,
    transfer_id: order.transferId,
    type,
    from_asset: from.asset,
    from_amount: String(from.minorUnits),
    fee: String(fee.minorUnits),
    to_asset: to.asset,
    to_amount: String(to.minorUnits),
    rate_base: rate.base,
    rate_scaled: String(rate.scaled),
    from_price_scaled_usd: String(fromPrice.scaledUsd),
    to_price_scaled_usd: String(toPrice.scaledUsd),
    usd_value: String(usdValue.minorUnits),
    recurring_buy_id: order.recurringBuyId,
  };
}

/**
 * How a trade appears in the person's history: a purchase as the amount bought, other trades as the amount given, with its fee.
 */
export interface TradeInHistory {
  readonly amount: Amount;
  /**
   * In the asset of `amount` and contained in it. The fee of a purchase is in the other asset; the two sides of the trade show
   * it.
   */
  readonly fee: bigint;
  readonly direction: 'in' | 'out';
}

export function tradeInHistory(trade: Pick<Offer, 'type' | 'from' | 'fee' | 'to'>): TradeInHistory {
  return trade.type === 'BUY'
    ? { amount: trade.to, fee: 0n, direction: 'in' }
    : { amount: trade.from, fee: trade.fee.minorUnits, direction: 'out' };
}

export function sidesOf(row: TradeRow): Pick<Offer, 'type' | 'from' | 'fee' | 'to'> {
  return {
    type: row.type,
    from: amountOf(row.from_asset, row.from_amount),
    fee: amountOf(row.from_asset, row.fee),
    to: amountOf(row.to_asset, row.to_amount),
  };
}
