import type { Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { publicNetworkOf } from '../../http/network-address.ts';
import { hashToken } from '../../identity/secrets/tokens.ts';
import type { Offer } from './offer.ts';

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

/** For a day, beside trades that are kept for ever. */
export async function keepOrigins(
  trx: Transaction,
  trades: readonly { tradeId: string; offer: Pick<Offer, 'usdValue'>; origin: TradeOrigin }[],
): Promise<void> {
  const kept = trades.filter(({ origin }) => origin.network !== null || origin.deviceHash !== null);
  if (kept.length === 0) return;
  await trx.client.query(
    `insert into trade_origin (trade_id, network, device_hash, usd_value)
     select * from unnest($1::uuid[], $2::text[], $3::bytea[], $4::numeric[])`,
    [
      kept.map(({ tradeId }) => tradeId),
      kept.map(({ origin }) => origin.network),
      kept.map(({ origin }) => origin.deviceHash),
      kept.map(({ offer }) => offer.usdValue.minorUnits),
    ],
  );
}
