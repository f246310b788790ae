import { createHash, randomBytes } from 'node:crypto';
import type { Locale } from '@mercury/contract/locales.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { creditPriceOf, type CreditAsset } from './credit-price.ts';
import { boundOf } from './fixed-rate.ts';
import { openPaymentOf } from './open-payment.ts';
import { findTopUpByKey, type TopUpRow } from './queries.ts';
import { creditFor, recordOfTopUp } from './record.ts';

export interface TopUpRequest {
  readonly userId: string;
  /** US dollars, as a decimal. */
  readonly amountUsd: string;
  /** The product's own coin where nothing else is asked for. */
  readonly creditAsset: CreditAsset | undefined;
  /** Of the instructions. */
  readonly locale: Locale;
  readonly idempotencyKey: string | undefined;
}

/**
 * Opens a payment at the rate of this moment, with its row of history and the job that closes it when nobody pays.
 * A repeat of the key finds the first one. The rail is asked once that is committed.
 * @throws DomainError AmountNotPositive, AmountOutOfRange, IdempotencyKeyReused, RailUnavailable.
 */
export async function openTopUp(services: Services, request: TopUpRequest): Promise<TopUpRow> {
  const usd = readUsd(request.amountUsd);
  const creditAsset = request.creditAsset ?? coinCode;
  const fingerprint = fingerprintOf(usd, creditAsset);
  const result = await inTransaction(services.db, async (trx) => {
    const { userId, idempotencyKey } = request;
    await lockPayer(trx, userId);
    if (idempotencyKey !== undefined) {
      // Callers with the same key take turns, so that the second one finds what the first one made.
      await trx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `topup ${userId} ${idempotencyKey}`,
      ]);
      const earlier = await findTopUpByKey(trx.client, { userId, idempotencyKey });
      if (earlier !== undefined) return { topUp: earlier, isNew: false };
    }
    return {
      topUp: await insertTopUp(trx, services, { ...request, usd, creditAsset, fingerprint }),
      isNew: true,
    };
  });
  const isSameInput = result.topUp.idempotency_fingerprint === fingerprint;
  if (!result.isNew && !isSameInput) throw new DomainError('IdempotencyKeyReused');
  if (result.isNew) services.events.publish([{ userId: request.userId, topics: ['transactions'] }]);
  return openPaymentOf(services, result.topUp);
}

/** Of the own coin it is as it was before there was a choice, so that keys of then find their top-ups. */
function fingerprintOf(usd: Amount, creditAsset: CreditAsset): string {
  const choice = creditAsset === coinCode ? '' : ` ${creditAsset}`;
  return createHash('sha256').update(`topup ${usd.minorUnits}${choice}`).digest('hex');
}

/** Until the commit nobody can leave who would then be paid; a person who has just left is signed in no more. */
async function lockPayer(trx: Transaction, userId: string): Promise<void> {
  const { rowCount } = await trx.client.query(
    'select from app_user where id = $1 and deleted_at is null for share',
    [userId],
  );
  if (rowCount !== 1) throw new DomainError('Unauthenticated');
}

function readUsd(text: string): Amount {
  const usd = parseAmount('USD', text);
  if (usd === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (usd.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  if (usd.minorUnits < boundOf(limits.topUpUsdMin) || usd.minorUnits > boundOf(limits.topUpUsdMax)) {
    throw new DomainError('AmountOutOfRange');
  }
  return usd;
}

async function insertTopUp(
  trx: Transaction,
  services: Services,
  options: TopUpRequest & { usd: Amount; creditAsset: CreditAsset; fingerprint: string },
): Promise<TopUpRow> {
  const price = creditPriceOf(services.config, options.creditAsset);
  const credit = creditFor(options.usd.minorUnits, price);
  if (credit.amount === 0n) throw new DomainError('AmountOutOfRange');
  const [id, transactionId] = [uuidv7(), uuidv7()];
  const owner = {
    id,
    user_id: options.userId,
    transaction_id: transactionId,
    usd_amount: options.usd.minorUnits,
  };
  const terms = { credit_asset: price.asset, credit_amount: credit.amount };
  await recordTransactions(trx, [recordOfTopUp({ ...owner, ...terms }, 'awaiting_payment')]);
  const { rows } = await trx.client.query<TopUpRow>(
    `insert into topup (id, user_id, transaction_id, usd_amount, credit_asset, credit_amount, price_scaled_usd,
                        payment_token, locale, idempotency_key, idempotency_fingerprint, rail, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now() + make_interval(secs => $13))
     returning *, false as is_past_due`,
    [
      id,
      options.userId,
      transactionId,
      options.usd.minorUnits,
      terms.credit_asset,
      terms.credit_amount,
      price.scaledUsd,
      randomBytes(32).toString('base64url'),
      options.locale,
      options.idempotencyKey ?? null,
      options.idempotencyKey === undefined ? null : options.fingerprint,
      services.rail.name,
      limits.topUpLifetimeMs / 1000,
    ],
  );
  const [topUp] = rows;
  if (topUp === undefined) throw new Error('an insert returned no row');
  await addJob(trx, 'expire-top-up', { topUpId: id }, { runAt: topUp.expires_at });
  return topUp;
}
