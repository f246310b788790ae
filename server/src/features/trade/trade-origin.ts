import type { Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { publicNetworkOf } from '../../http/network-address.ts';
import { hashToken } from '../../identity/secrets/tokens.ts';
import type { Offer } from './offer.ts';

/** Where a person trades from, as far as it shows that accounts belong to one person. */
export interface TradeOrigin {
  /** Null if the address tells nothing: a private one, or none. */
  readonly network: string | null;
  /** Hash of this browser's device token; null if nobody signed in on this browser. */
  readonly deviceHash: Buffer | null;
}

/** For a trade that runs without a request of the person. */
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

/** Kept for a day only; trades stay for ever. */
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
