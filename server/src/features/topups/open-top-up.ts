import { createHash, randomBytes } from 'node:crypto';
import type { Locale } from '@mercury/contract/locales.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { amountForUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { openPaymentOf } from './open-payment.ts';
import { findTopUpByKey, type TopUpRow } from './queries.ts';
import { recordOfTopUp } from './record.ts';

export interface TopUpRequest {
  readonly userId: string;
  /** US dollars, as a decimal. */
  readonly amountUsd: string;
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
  const fingerprint = createHash('sha256').update(`topup ${usd.minorUnits}`).digest('hex');
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
    return { topUp: await insertTopUp(trx, services, { ...request, usd, fingerprint }), isNew: true };
  });
  const isSameInput = result.topUp.idempotency_fingerprint === fingerprint;
  if (!result.isNew && !isSameInput) throw new DomainError('IdempotencyKeyReused');
  if (result.isNew) services.events.publish([{ userId: request.userId, topics: ['transactions'] }]);
  return openPaymentOf(services, result.topUp);
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

function boundOf(text: string): bigint {
  const bound = parseAmount('USD', text);
  if (bound === undefined) throw new Error(`${text} is no amount in US dollars`);
  return bound.minorUnits;
}

async function insertTopUp(
  trx: Transaction,
  services: Services,
  options: TopUpRequest & { usd: Amount; fingerprint: string },
): Promise<TopUpRow> {
  const price = services.config.coinPriceUsd;
  // Down: what is credited is never more than what was paid for.
  const credit = amountForUsd(options.usd, price, 'down');
  if (credit.minorUnits === 0n) throw new DomainError('AmountOutOfRange');
  const [id, transactionId] = [uuidv7(), uuidv7()];
  const owner = {
    id,
    user_id: options.userId,
    transaction_id: transactionId,
    usd_amount: options.usd.minorUnits,
  };
  const terms = { credit_asset: credit.asset, credit_amount: credit.minorUnits };
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
