import { getBalance } from '@mercury/contract/api/wallets.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { firmPriceOf } from '../market/price-of.ts';
import { presentWallet } from './present.ts';
import { findHoldings } from './queries.ts';

export function bindWalletRoutes(bind: Bind, services: Services): void {
  bind(getBalance, {}, async ({ session: { userId } }) => {
    const { walletAddress, holdings } = await findHoldings(services.db, userId);
    const wallets = holdings.map((holding) =>
      presentWallet({
        userId,
        walletAddress,
        holding,
        price: firmPriceOf(holding.asset, services.config.coinPriceUsd),
        rail: services.rail,
      }),
    );
    const [wallet] = wallets;
    if (wallet === undefined) throw new Error('holdings always start with the own coin');
    return { success: true, wallet, wallets };
  });
}
