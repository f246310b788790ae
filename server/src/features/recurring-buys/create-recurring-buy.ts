import type { BodyOf, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { createRecurringBuy as createRecurringBuyEndpoint } from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, parseAmountOutside, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError, type FieldError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import { idempotencyKey, once, type IdempotencyKey } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';
import { presentPriceOf } from '../market/price-of.ts';
import { refuseSwitchedOff } from '../trade/make-offer.ts';
import { arrangeRun } from './next-time.ts';
import { presentRecurringBuy } from './present-recurring-buy.ts';
import { recurringBuyColumns, type RecurringBuyRow } from './queries.ts';

type RecurringBuyInput = BodyOf<typeof createRecurringBuyEndpoint>;
type RecurringBuyReply = ReplyOf<typeof createRecurringBuyEndpoint>;

export interface RecurringBuyRequest {
  readonly session: Session;
  readonly input: RecurringBuyInput;
  readonly idempotencyKey: string | undefined;
}

/** The time that a click takes to arrive, plus the difference between clocks. */
const pastMsMax = 60 * 1000;

/**
 * Creates a recurring buy and its first job. A repeated key gets the first reply, whatever happened to the buy since.
 * @throws DomainError AmountNotPositive, AmountOutOfRange, AssetNotTraded, PriceMissing, TooManyRecurringBuys, IdempotencyKeyReused.
 */
export async function createRecurringBuy(
  services: Services,
  request: RecurringBuyRequest,
): Promise<RecurringBuyReply> {
  const { session, input } = request;
  const { userId } = session;
  const amount = readAmount(input);
  const { reply, isRepeat } = await inTransaction(services.db, async (trx) => {
    // The person's row serializes calls, so that concurrent ones cannot pass the limit together.
    await lockCaller(trx, session);
    return once(trx, keyOf(request, amount), {
      effect: () => make(trx, services, { input, userId, amount }),
      read: (stored) => createRecurringBuyEndpoint.reply.parse(stored),
    });
  });
  if (!isRepeat) services.events.publish([{ userId, topics: ['recurringBuys'] }]);
  return reply;
}

function keyOf(request: RecurringBuyRequest, amount: Amount): IdempotencyKey | undefined {
  const { session, input, idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  // The same amount in another spelling is the same input.
  const asked = { ...input, amount: amount.minorUnits.toString() };
  return idempotencyKey({ ownerId: session.userId, call: 'recurring-buy', key, input: asked });
}

function readAmount({ fromCurrency, amount: text }: RecurringBuyInput): Amount {
  const amount = parseAmountOutside(fromCurrency, text);
  if (amount === undefined) throw invalid({ field: 'amount', key: 'invalidAmount' });
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}

function invalid(fieldError: FieldError): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [fieldError] });
}

interface Plan {
  readonly input: RecurringBuyInput;
  readonly userId: string;
  readonly amount: Amount;
}

async function make(trx: Transaction, services: Services, plan: Plan): Promise<RecurringBuyReply> {
  refuseSwitchedOff([plan.amount.asset, plan.input.toCurrency]);
  refuseOutOfRange(services, plan.amount, plan.input.toCurrency);
  await refuseTooMany(trx, plan.userId);
  return { success: true, recurringBuy: presentRecurringBuy(await insert(trx, plan)) };
}

/** Refuses a promise that could not be bought now. Each later purchase checks the same bounds at its own prices. */
function refuseOutOfRange(services: Services, amount: Amount, toAsset: AssetCode): void {
  const price = presentPriceOf(services, amount.asset);
  if (price === undefined || presentPriceOf(services, toAsset) === undefined) {
    throw new DomainError('PriceMissing');
  }
  const min = parseAmount('USD', limits.tradeUsdMin);
  if (min === undefined) throw new Error(`${limits.tradeUsdMin} is no amount in US dollars`);
  const usd = valueInUsd(amount, price, 'down').minorUnits;
  if (usd < min.minorUnits || usd > services.settings.current.trade.orderUsdMax.minorUnits) {
    throw new DomainError('AmountOutOfRange');
  }
}

async function refuseTooMany({ client }: Transaction, userId: string): Promise<void> {
  const { count } = one(
    await client.query<{ count: number }>(
      'select count(*)::integer as count from recurring_buy where user_id = $1',
      [userId],
    ),
  );
  if (count >= limits.recurringBuysMax) throw new DomainError('TooManyRecurringBuys');
}

async function insert(trx: Transaction, { input, userId, amount }: Plan): Promise<RecurringBuyRow> {
  const firstAt = input.firstAt === undefined ? null : new Date(input.firstAt);
  const row = maybeOne(
    await trx.client.query<RecurringBuyRow>(
      `insert into recurring_buy (id, user_id, from_asset, amount, to_asset, every, first_at, time_zone, next_at,
                                  created_at)
       select $1, $2, $3, $4, $5, $6, first_at,
              coalesce((select name from pg_timezone_names where name = $10), 'UTC'), first_at, now()
         from (select coalesce($7::timestamptz, date_trunc('milliseconds', now())) as first_at) as plan
        where first_at between now() - make_interval(secs => $8) and now() + make_interval(secs => $9)
       returning ${recurringBuyColumns}`,
      [
        uuidv7(),
        userId,
        amount.asset,
        amount.minorUnits,
        input.toCurrency,
        input.every,
        firstAt,
        pastMsMax / 1000,
        limits.recurringFirstAtMaxMs / 1000,
        input.timeZone ?? null,
      ],
    ),
  );
  if (row === undefined) throw invalid({ field: 'firstAt', key: 'invalid' });
  await arrangeRun(trx, row);
  return row;
}
