import type { RequestContext } from '../../http/caller.ts';
import { publicNetworkOf } from '../../http/public-network.ts';
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
