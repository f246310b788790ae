import { createHash } from 'node:crypto';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createRecurringBuy as createRecurringBuyEndpoint } from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { presentPriceOf } from '../market/price-of.ts';
import { lockUser } from '../users/lock-user.ts';
import { arrangeRun } from './arrange-run.ts';
import { findRecurringBuyByKey, recurringBuyColumns, type RecurringBuyRow } from './queries.ts';

type RecurringBuyInput = BodyOf<typeof createRecurringBuyEndpoint>;

export interface RecurringBuyRequest {
  readonly session: Session;
  readonly input: RecurringBuyInput;
  readonly idempotencyKey: string | undefined;
}

/** What a click takes to arrive, and how far clocks are apart. */
const pastMsMax = 60 * 1000;

/**
 * Makes a recurring buy, and the job of its first time. A repeat of the key finds the first one.
 * @throws DomainError AmountNotPositive, AmountOutOfRange, PriceMissing, TooManyRecurringBuys, IdempotencyKeyReused.
 */
export async function createRecurringBuy(
  services: Services,
  request: RecurringBuyRequest,
): Promise<RecurringBuyRow> {
  const { session, input, idempotencyKey } = request;
  const amount = readAmount(input);
  const fingerprint = fingerprintOf(input, amount);
  const result = await inTransaction(services.db, async (trx) => {
    // Under the person's row callers take turns, so that a repeat finds what the first call has made.
    const { id: userId } = await lockUser(trx, session);
    const earlier =
      idempotencyKey === undefined
        ? undefined
        : await findRecurringBuyByKey(trx.client, { userId, idempotencyKey });
    if (earlier !== undefined) return { recurringBuy: earlier, isNew: false };
    refuseOutOfRange(services, amount, input.toCurrency);
    await refuseTooMany(trx, userId);
    return { recurringBuy: await insert(trx, { request, userId, amount, fingerprint }), isNew: true };
  });
  const { recurringBuy, isNew } = result;
  if (!isNew && recurringBuy.idempotency_fingerprint !== fingerprint) {
    throw new DomainError('IdempotencyKeyReused');
  }
  if (isNew) services.events.publish([{ userId: recurringBuy.user_id, topics: ['recurringBuys'] }]);
  return recurringBuy;
}

function readAmount({ fromCurrency, amount: text }: RecurringBuyInput): Amount {
  const amount = parseAmount(fromCurrency, text);
  if (amount === undefined) throw invalid({ field: 'amount', key: 'invalidAmount' });
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}

function invalid(fieldError: FieldError): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [fieldError] });
}

/** The same input, however its JSON was written. */
function fingerprintOf({ toCurrency, every, firstAt, timeZone }: RecurringBuyInput, amount: Amount): string {
  const minorUnits = amount.minorUnits.toString();
  const terms = [amount.asset, minorUnits, toCurrency, every, firstAt ?? null, timeZone ?? null];
  return createHash('sha256')
    .update(JSON.stringify(['recurring-buy', ...terms]))
    .digest('hex');
}

/** What could not be bought now is not promised for later. What it is worth then, is held against the same bounds then. */
function refuseOutOfRange(services: Services, amount: Amount, toAsset: AssetCode): void {
  const price = presentPriceOf(services, amount.asset);
  if (price === undefined || presentPriceOf(services, toAsset) === undefined) {
    throw new DomainError('PriceMissing');
  }
  const min = parseAmount('USD', limits.tradeUsdMin);
  if (min === undefined) throw new Error(`${limits.tradeUsdMin} is no amount in US dollars`);
  const usd = valueInUsd(amount, price, 'down').minorUnits;
  if (usd < min.minorUnits || usd > services.config.trade.orderUsdMax.minorUnits) {
    throw new DomainError('AmountOutOfRange');
  }
}

async function refuseTooMany({ client }: Transaction, userId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from recurring_buy where user_id = $1',
    [userId],
  );
  if ((rows[0]?.count ?? 0) >= limits.recurringBuysMax) throw new DomainError('TooManyRecurringBuys');
}

async function insert(
  trx: Transaction,
  options: { request: RecurringBuyRequest; userId: string; amount: Amount; fingerprint: string },
): Promise<RecurringBuyRow> {
  const { request, userId, amount, fingerprint } = options;
  const { input, idempotencyKey } = request;
  const firstAt = input.firstAt === undefined ? null : new Date(input.firstAt);
  const { rows } = await trx.client.query<RecurringBuyRow>(
    `insert into recurring_buy (id, user_id, from_asset, amount, to_asset, every, first_at, time_zone, next_at,
                                idempotency_key, idempotency_fingerprint, created_at)
     select $1, $2, $3, $4, $5, $6, first_at,
            coalesce((select name from pg_timezone_names where name = $12), 'UTC'), first_at, $8, $9, now()
       from (select coalesce($7::timestamptz, date_trunc('milliseconds', now())) as first_at) as plan
      where first_at between now() - make_interval(secs => $10) and now() + make_interval(secs => $11)
     returning ${recurringBuyColumns}`,
    [
      uuidv7(),
      userId,
      amount.asset,
      amount.minorUnits,
      input.toCurrency,
      input.every,
      firstAt,
      idempotencyKey ?? null,
      idempotencyKey === undefined ? null : fingerprint,
      pastMsMax / 1000,
      limits.recurringFirstAtMaxMs / 1000,
      input.timeZone ?? null,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw invalid({ field: 'firstAt', key: 'invalid' });
  await arrangeRun(trx, row);
  return row;
}
