import type { TradeType } from '@mercury/contract/api/trade.ts';
import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import type { HousePositions } from './exposure-limit.ts';
import type { Offer } from './offer.ts';

/** A row of trade; amounts in the smallest unit. It never changes. Only settle-trade.ts makes one, of an offer. */
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

/**
 * To be called once its transfer and its row of history are there. Answers the house's positions as well: everybody else's
 * trades wait for these until the commit, so they are not asked for by a question of their own.
 */
export async function insertTrade(
  trx: Transaction,
  ids: {
    tradeId: string;
    userId: string;
    transactionId: string;
    transferId: string;
    recurringBuyId: string | undefined;
  },
  { type, from, fee, to, rate, fromPrice, toPrice, usdValue }: Offer,
): Promise<{ trade: TradeRow; positions: HousePositions }> {
  const { rows } = await trx.client.query<TradeRow & HousePositions>(
    `insert into trade (id, user_id, transaction_id, transfer_id, type, from_asset, from_amount, fee, to_asset, to_amount,
                        rate_base, rate_scaled, from_price_scaled_usd, to_price_scaled_usd, usd_value,
                        recurring_buy_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now())
     returning ${columns},
       (select position from house_position where asset = from_asset) as from_position,
       (select position from house_position where asset = to_asset) as to_position`,
    [
      ids.tradeId,
      ids.userId,
      ids.transactionId,
      ids.transferId,
      type,
      from.asset,
      from.minorUnits,
      fee.minorUnits,
      to.asset,
      to.minorUnits,
      rate.base,
      rate.scaled,
      fromPrice.scaledUsd,
      toPrice.scaledUsd,
      usdValue.minorUnits,
      ids.recurringBuyId ?? null,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an insert returned no row');
  const { from_position, to_position, ...trade } = row;
  return { trade, positions: { from_position, to_position } };
}

/** What a person's row of history says of a trade: what was bought, else what was given away with its fee. */
export interface TradeInHistory {
  readonly amount: Amount;
  /** In the asset of the amount, within it: that of a purchase is in another, and stands with both sides of the trade. */
  readonly fee: bigint;
  readonly direction: 'in' | 'out';
}

export function tradeInHistory(trade: Pick<Offer, 'type' | 'from' | 'fee' | 'to'>): TradeInHistory {
  return trade.type === 'BUY'
    ? { amount: trade.to, fee: 0n, direction: 'in' }
    : { amount: trade.from, fee: trade.fee.minorUnits, direction: 'out' };
}

/** The amounts of a trade as they were offered. */
export function sidesOf(row: TradeRow): Pick<Offer, 'type' | 'from' | 'fee' | 'to'> {
  return {
    type: row.type,
    from: amountOf(row.from_asset, row.from_amount),
    fee: amountOf(row.from_asset, row.fee),
    to: amountOf(row.to_asset, row.to_amount),
  };
}
