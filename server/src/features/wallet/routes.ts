import { getBalance, getFirstSteps } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { presentWallet } from './present.ts';
import { createHoldingsFinder, findFirstSteps } from './queries.ts';

export function bindWalletRoutes(bind: Bind, services: Services): void {
  const findHoldings = createHoldingsFinder(services.db);

  bind(getBalance, {}, async ({ session: { userId } }) => {
    const { walletAddress, holdings } = await findHoldings(userId);
    const wallets = holdings.map((holding) =>
      presentWallet({
        userId,
        walletAddress,
        holding,
        known: priceOf(services, holding.asset),
        rail: services.rail,
      }),
    );
    const [wallet] = wallets;
    if (wallet === undefined) throw new Error('holdings always start with the own coin');
    const values = wallets.map(({ usdValue }) => parseAmount('USD', usdValue ?? '0')?.minorUnits ?? 0n);
    const total = values.reduce((sum, each) => sum + each, 0n);
    return { success: true, wallet, wallets, totalUsdValue: formatAmount(amountOf('USD', total)) };
  });

  bind(getFirstSteps, {}, async ({ session: { userId } }) => ({
    success: true,
    ...(await findFirstSteps(services.db, userId)),
  }));
}
