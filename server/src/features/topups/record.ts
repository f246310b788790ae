import type { TransactionStatus } from '@mercury/contract/api/transactions.ts';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { amountForUsd, parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { BusinessSettings } from '../../settings/registry.ts';
import type { WalletTransactionRecord } from '../../ledger/ledger.ts';
import type { TopUpRow } from './queries.ts';

/** History uses the same words. */
export type TopUpState = TopUpRow['state'];

const statusOf = {
  awaiting_payment: 'PENDING',
  payment_seen: 'PENDING',
  underpaid: 'PENDING',
  completed: 'COMPLETED',
  expired: 'FAILED',
} as const satisfies Record<TopUpState, TransactionStatus>;

type TopUpTerms = Pick<
  TopUpRow,
  'id' | 'user_id' | 'transaction_id' | 'usd_amount' | 'credit_asset' | 'credit_amount'
>;

/** What is credited, where it differs from the amount asked for. */
export interface Credit {
  readonly amount: bigint;
  /** What it is worth, in millionths of a US dollar. */
  readonly usd: bigint;
}

/** The row of history for a top-up in that state. */
export function recordOfTopUp(
  topUp: TopUpTerms,
  state: TopUpState,
  credit: Credit = { amount: topUp.credit_amount, usd: topUp.usd_amount },
): WalletTransactionRecord {
  return {
    id: topUp.transaction_id,
    userId: topUp.user_id,
    type: 'TOPUP',
    asset: creditAssetOf(topUp),
    amount: credit.amount,
    direction: 'in',
    status: statusOf[state],
    state,
    referenceId: topUp.id,
    usdValue: credit.usd,
  };
}

export function creditAssetOf(topUp: Pick<TopUpRow, 'id' | 'credit_asset'>): CreditAsset {
  const asset = creditAssets.find((each) => each === topUp.credit_asset);
  if (asset === undefined) throw new Error(`top-up ${topUp.id} credits an unknown asset`);
  return asset;
}

/** The credit for US dollars, in their smallest unit, at a price. Rounds down: never more than was paid for. */
export function creditFor(usd: bigint, price: Price): Credit {
  return { amount: amountForUsd(amountOf('USD', usd), price, 'down').minorUnits, usd };
}

const creditAssets = [coinCode, 'USD'] as const;
export type CreditAsset = (typeof creditAssets)[number];

/** The own coin has the operator's price, a dollar is a dollar. Both prices are firm. */
export function creditPriceOf(
  { coinPriceUsd }: Pick<BusinessSettings, 'coinPriceUsd'>,
  asset: CreditAsset,
): Price {
  const price = asset === 'USD' ? parsePrice(asset, '1') : coinPriceUsd;
  if (price === undefined) throw new Error('a dollar is worth a dollar');
  return price;
}
