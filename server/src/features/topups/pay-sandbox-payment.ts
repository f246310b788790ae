import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { paySandboxPayment as paySandboxPaymentEndpoint } from '@mercury/contract/api/sandbox.ts';
import { limits } from '@mercury/contract/limits.ts';
import { amountOf, parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { findChainPaymentsOf } from '../../rails/sandbox/chain.ts';
import { pretendOffer } from '../../rails/sandbox/pretend-prices.ts';
import { observePayment } from '../../rails/sandbox/rail.ts';
import type { Services } from '../../services.ts';
import { addPretendPayment, tellOfPretendPayment } from '../sandbox/pretend-payments.ts';
import { findTopUpByToken, lockTopUp, type TopUpRow } from './queries.ts';
import { missingUsdOf } from './standing.ts';

/** Anyone with the link may send: this bounds the pretend chain. */
const paymentsMax = 20;

/**
 * Sends a payment on the pretend chain: the missing amount, or a named one, even too much, too late or in another coin. With
 * nothing missing and no amount named it sends nothing, so a second click does not pay twice.
 * @throws DomainError NotFound, PaymentNotPayable, AmountNotPositive, AmountOutOfRange.
 */
export async function paySandboxPayment(
  services: Services,
  { token, input }: { token: string; input: BodyOf<typeof paySandboxPaymentEndpoint> },
): Promise<void> {
  const coin = input.sentCurrency ?? input.currency;
  const named = input.amount === undefined ? undefined : readAmount(coin, input.amount);
  const found = await findTopUpByToken(services.db.pool, token);
  if (found === undefined) throw new DomainError('NotFound');
  const paymentId = await inTransaction(services.db, async (trx) => {
    const topUp = await lockTopUp(trx.client, found.id);
    if (topUp === undefined) throw new DomainError('NotFound');
    const earlier = await findChainPaymentsOf(trx.client, topUp.id);
    if (earlier.length >= paymentsMax) throw new DomainError('PaymentNotPayable');
    const amount = named ?? whatIsMissing(topUp, coin, earlier.map(observePayment));
    if (amount === undefined) return undefined;
    await trx.client.query('update topup set paid_with = coalesce(paid_with, $2) where id = $1', [
      topUp.id,
      input.currency,
    ]);
    return addPretendPayment(trx, { target: { topUpId: topUp.id, chosenAsset: input.currency }, amount });
  });
  if (paymentId !== undefined) await tellOfPretendPayment(services, paymentId);
}

/** Reads the chain itself: it may have a payment that the product has not observed yet. */
function whatIsMissing(
  topUp: TopUpRow,
  coin: AssetCode,
  earlier: readonly ReturnType<typeof observePayment>[],
): Amount | undefined {
  const missing = missingUsdOf(
    topUp,
    earlier.map(({ usd, state, isWrongCoin }) => ({
      usd_amount: usd.minorUnits,
      state,
      problem: isWrongCoin ? 'wrong_coin' : null,
    })),
  );
  return missing === 0n ? undefined : pretendOffer(coin, amountOf('USD', missing));
}

function readAmount(coin: AssetCode, text: string): Amount {
  const amount = parseAmount(coin, text);
  if (amount === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  const most = parseAmount(coin, limits.sandboxDepositMax);
  if (most === undefined || amount.minorUnits > most.minorUnits) throw new DomainError('AmountOutOfRange');
  return amount;
}
