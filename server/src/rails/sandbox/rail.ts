import { amountOf } from '@mercury/contract/money/amount.ts';
import { assetOf, isTopUpCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import type { ObservedDeposit, ObservedPayment, Rail } from '../rail.ts';
import { readSandboxWebhook } from './webhook.ts';
import { findChainPayment, findChainPaymentsOf, type ChainPayment } from './chain.ts';
import { findPretendPayout, payOutPretended } from './payouts.ts';
import { pretendValueInUsd } from './pretend-prices.ts';

/** Needs no outside service: the product itself serves the payment page, the chain is pretended, and payouts go nowhere. */
export function createSandboxRail(options: { publicUrl: URL; db: Database; webhookSecret: Buffer }): Rail {
  const { publicUrl, webhookSecret } = options;
  const { pool } = options.db;
  return {
    name: 'sandbox',
    isSandbox: true,
    canTopUp: true,
    paymentOrigins: [],
    canPayOut: true,
    canDeposit: (asset) => isOnChain(asset) && assetOf(asset).isActive,
    canWithdraw: isOnChain,
    openPayment: async ({ topUpId, paymentToken }) => ({
      externalId: topUpId,
      paymentUrl: new URL(`/pay/${paymentToken}`, publicUrl).href,
    }),
    findPayments: async (topUpId) => (await findChainPaymentsOf(pool, topUpId)).map(observePayment),
    findDeposit: async (paymentId) => {
      const payment = await findChainPayment(pool, paymentId);
      return payment && observeDeposit(payment);
    },
    readWebhook: (webhook) => readSandboxWebhook(webhookSecret, webhook),
    payOut: (order) => payOutPretended(pool, order),
    findPayout: (withdrawalId) => findPretendPayout(pool, withdrawalId),
  };
}

const isOnChain = (asset: AssetCode): boolean => assetOf(asset).chain !== null;

/** What the rail says of a payment on the pretend chain. */
export function observePayment(payment: ChainPayment): ObservedPayment {
  const { asset } = payment.amount;
  return {
    externalId: payment.id,
    amount: payment.amount,
    usd: isTopUpCode(asset) ? pretendValueInUsd(asset, payment.amount) : amountOf('USD', 0n),
    state: stateOf(payment),
    isWrongCoin: payment.chosenAsset !== null && payment.chosenAsset !== asset,
    seenAt: payment.createdAt,
  };
}

function stateOf({ hasFailed, confirmations, confirmationsNeeded }: ChainPayment): ObservedPayment['state'] {
  if (hasFailed) return 'failed';
  return confirmations >= confirmationsNeeded ? 'confirmed' : 'seen';
}

function observeDeposit(payment: ChainPayment): ObservedDeposit | undefined {
  if (payment.address === null) return undefined;
  const { id, amount, address, memo, confirmations, confirmationsNeeded, hasFailed } = payment;
  return { externalId: id, amount, address, memo, confirmations, confirmationsNeeded, hasFailed };
}
