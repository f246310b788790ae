import type { Amount } from '@mercury/contract/money/amount.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { publicNetworkOf } from '../../http/network-address.ts';
import { hashToken } from '../auth/secrets.ts';

/** From where somebody trades, as far as it tells accounts of one hand. */
export interface TradeOrigin {
  /** Null where it tells nothing: a private one, or none. */
  readonly network: string | null;
  /** Of the token that this browser was given; null for one that nobody signed in on. */
  readonly deviceHash: Buffer | null;
}

/** Of a trade that nobody asks for just now. */
export const noOrigin: TradeOrigin = { network: null, deviceHash: null };

export function tradeOriginOf({
  networkAddress,
  deviceToken,
}: Pick<RequestContext, 'networkAddress' | 'deviceToken'>): TradeOrigin {
  return {
    network: publicNetworkOf(networkAddress) ?? null,
    deviceHash: deviceToken === undefined ? null : hashToken(deviceToken),
  };
}

/** For a day, beside a trade that is kept for ever. */
export async function keepOrigin(
  trx: Transaction,
  { tradeId, usdValue, origin }: { tradeId: string; usdValue: Amount; origin: TradeOrigin },
): Promise<void> {
  if (origin.network === null && origin.deviceHash === null) return;
  await trx.client.query(
    'insert into trade_origin (trade_id, network, device_hash, usd_value) values ($1, $2, $3, $4)',
    [tradeId, origin.network, origin.deviceHash, usdValue.minorUnits],
  );
}

/** What the hourly sweep does. */
export async function forgetOrigins({ pool }: Database): Promise<void> {
  await pool.query(`delete from trade_origin where created_at < now() - interval '24 hours'`);
}
