import { amountOf } from '@mercury/contract/money/amount.ts';
import { assetOf, isTopUpCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import {
  type ObservedDeposit,
  type ObservedPayment,
  type PayoutOrder,
  type PayoutResult,
  type Rail,
  RailUnavailableError,
} from '../rail.ts';
import { readSandboxWebhook } from './webhook.ts';
import { findChainPayment, findChainPaymentsOf, type ChainPayment } from './chain.ts';
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
    findHoldings: () => findPretendHoldings(pool),
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

/**
 * Pays every order, as often as it is called: the product promises to call once, not this rail. Faults that tests put into
 * sandbox_fault happen first.
 */
async function payOutPretended(pool: pg.Pool, order: PayoutOrder): Promise<PayoutResult> {
  const fault = await takeFault(pool);
  if (fault === 'payout-unreachable') throw new RailUnavailableError('the pretend chain does not answer');
  const id = uuidv7();
  const { asset, minorUnits } = order.amount;
  await pool.query(
    `insert into sandbox_payout (id, withdrawal_id, asset, amount, address, memo, has_failed)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, order.withdrawalId, asset, minorUnits, order.address, order.memo, fault === 'payout-refused'],
  );
  if (fault === 'payout-answer-lost')
    throw new RailUnavailableError('the answer of the pretend chain was lost');
  if (fault === 'payout-refused') return { state: 'failed', reason: 'the pretend chain refused it' };
  return { state: 'paid', externalReference: id };
}

/** A chain can show that it has a payment, never that none is on its way. */
async function findPretendPayout(pool: pg.Pool, withdrawalId: string): Promise<PayoutResult> {
  const payout = maybeOne(
    await pool.query<{ id: string; has_failed: boolean }>(
      'select id, has_failed from sandbox_payout where withdrawal_id = $1 order by created_at limit 1',
      [withdrawalId],
    ),
  );
  if (payout === undefined) return { state: 'unknown' };
  if (payout.has_failed) return { state: 'failed', reason: 'the pretend chain refused it' };
  return { state: 'paid', externalReference: payout.id };
}

/** All final payments without all payouts. */
async function findPretendHoldings(pool: pg.Pool): Promise<ReadonlyMap<AssetCode, bigint>> {
  const { rows } = await pool.query<{ asset: AssetCode; amount: bigint }>(
    `select asset, sum(amount) as amount from (
       select asset, amount from sandbox_payment where confirmations >= confirmations_needed and not has_failed
       union all
       select asset, -amount from sandbox_payout where not has_failed
     ) moved group by asset`,
  );
  return new Map(rows.map(({ asset, amount }) => [asset, amount]));
}

async function takeFault(pool: pg.Pool): Promise<string | undefined> {
  return maybeOne(
    await pool.query<{ kind: string }>(
      `delete from sandbox_fault
        where id = (select id from sandbox_fault order by id for update skip locked limit 1)
        returning kind`,
    ),
  )?.kind;
}
