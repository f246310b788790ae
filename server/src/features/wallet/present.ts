import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v5 as uuidv5 } from 'uuid';
import type { Rail } from '../../rails/rail.ts';
import type { KnownPrice } from '../market/price-of.ts';
import type { Holding } from './queries.ts';

/** A wallet is a view of a person's accounts in one asset; its id follows from the two (RFC 9562, version 5). */
function walletId(userId: string, asset: string): string {
  return uuidv5(asset, userId);
}

export function presentWallet(options: {
  userId: string;
  walletAddress: string;
  holding: Holding;
  known: KnownPrice | undefined;
  rail: Rail;
}): Wallet {
  const { holding, known, rail } = options;
  const { asset } = holding;
  const balance = amountOf(asset, holding.available + holding.held);
  return {
    id: walletId(options.userId, asset),
    currency: asset,
    symbol: asset,
    balance: formatAmount(balance),
    availableBalance: formatAmount(amountOf(asset, holding.available - holding.inOrders)),
    inOrders: formatAmount(amountOf(asset, holding.inOrders)),
    pendingBalance: formatAmount(amountOf(asset, holding.pending)),
    // For display, never paid out: a reader expects the nearest cent.
    usdValue: known === undefined ? null : formatAmount(valueInUsd(balance, known.price, 'half-even')),
    isUsdValueIndicative: known?.isIndicative ?? false,
    canDeposit: rail.canDeposit(asset),
    canWithdraw: rail.canWithdraw(asset),
    ...(asset === coinCode ? { address: options.walletAddress } : {}),
  };
}
