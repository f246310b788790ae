import type { Wallet } from '@mercury/contract/api/wallets.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { presentWallet } from './present.ts';
import { findHoldings, type Holding } from './queries.ts';

/** The person's wallet of one asset, even when it is empty. */
export async function showWallet(services: Services, userId: string, asset: AssetCode): Promise<Wallet> {
  const { walletAddress, holdings } = await findHoldings(services.db, userId);
  const nothing = { asset, available: 0n, held: 0n, inOrders: 0n, pending: 0n };
  return presentWallet({
    userId,
    walletAddress,
    holding: holdings.find((holding) => holding.asset === asset) ?? nothing,
    known: priceOf(services, asset),
    rail: services.rail,
  });
}

/** What a person has, in smallest units: the own coin first, the others in the order of the contract. */
export async function listHoldings(
  { db }: Pick<Services, 'db'>,
  userId: string,
): Promise<readonly Holding[]> {
  return (await findHoldings(db, userId)).holdings;
}
