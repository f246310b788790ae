import { amountOf } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { lockRow } from '../../identity/person/locks.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { atOneVersion } from '../../settings/settings.ts';
import { findFirmPrice, type PriceServices } from '../trade/firm-price.ts';
import type { FirmPrice } from '../trade/offer.ts';
import { type Credit, creditAssetOf, creditFor, creditPriceOf } from './record.ts';
import { findUnpriced, type UnpricedPayment } from './payment-queries.ts';
import { findTopUp, lockTopUp, type TopUpRow } from './queries.ts';

/**
 * Offers what the rate of the top-up does not cover, at the first trusted price after the payment is final (docs/decisions.md).
 * The payment waits while the price is missing or stale, or has jumped. Returns whether there is a new offer.
 */
export async function offerClaims(present: Services, topUpId: string): Promise<boolean> {
  const services = atOneVersion(present);
  const unpriced = await findUnpriced(services.db.pool, topUpId);
  if (unpriced.length === 0) return false;
  const prices = new Map<AssetCode, FirmPrice>();
  for (const asset of new Set(unpriced.map((payment) => payment.asset))) {
    const price = await findFirmPrice(services, asset);
    if (price !== undefined) prices.set(asset, price);
  }
  return inTransaction(services.db, async (trx) => {
    const topUp = await lockWithPerson(trx, topUpId);
    let hasOffers = false;
    for (const payment of unpriced) {
      const credit = creditOf(services, payment, { topUp, price: prices.get(payment.asset) });
      if (credit !== undefined && (await offerClaim(trx, topUp, { payment, credit }))) hasOffers = true;
    }
    return hasOffers;
  });
}

/** Lock order: the person first, then the top-up. The person can't leave before the commit. */
async function lockWithPerson(trx: Transaction, topUpId: string): Promise<TopUpRow> {
  const found = await findTopUp(trx.client, topUpId);
  if (found !== undefined) await lockRow(trx, found.user_id, 'share');
  const topUp = await lockTopUp(trx.client, topUpId);
  if (topUp === undefined) throw new Error(`top-up ${topUpId} is gone`);
  return topUp;
}

/** Undefined without a price. Skips a market price from before the payment was final: the payer may have waited for it. */
function creditOf(
  { settings }: PriceServices,
  { asset, amount, confirmed_at }: UnpricedPayment,
  { topUp, price }: { topUp: TopUpRow; price: FirmPrice | undefined },
): Credit | undefined {
  if (price === undefined || (price.source === 'live' && price.asOf <= confirmed_at)) return undefined;
  const usd = valueInUsd(amountOf(asset, amount), price, 'down').minorUnits;
  return creditFor(usd, creditPriceOf(settings.current, creditAssetOf(topUp)));
}

/** Writes the worth of a payment. Less than the smallest unit gets no offer: it only stays recorded with its top-up. */
export async function offerClaim(
  trx: Transaction,
  topUp: Pick<TopUpRow, 'id' | 'user_id' | 'credit_asset'>,
  { payment, credit }: { payment: Pick<UnpricedPayment, 'id'>; credit: Credit },
): Promise<boolean> {
  const { numUpdatedRows: pricedCount } = await trx.kysely
    .updateTable('topup_payment')
    .set({ final_usd: credit.usd, final_credit: credit.amount })
    .where('id', '=', payment.id)
    .where('final_usd', 'is', null)
    .executeTakeFirst();
  if (pricedCount !== 1n || credit.amount === 0n) return false;
  const transactionId = uuidv7();
  await recordTransactions(trx, [
    {
      id: transactionId,
      userId: topUp.user_id,
      type: 'TOPUP',
      asset: creditAssetOf(topUp),
      amount: credit.amount,
      direction: 'in',
      status: 'PENDING',
      state: 'claimable',
      referenceId: topUp.id,
      usdValue: credit.usd,
    },
  ]);
  await trx.kysely
    .updateTable('topup_payment')
    .set({ transaction_id: transactionId })
    .where('id', '=', payment.id)
    .execute();
  return true;
}
