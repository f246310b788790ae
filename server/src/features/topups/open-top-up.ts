import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locale } from '@mercury/contract/locales.ts';
import { limits } from '@mercury/contract/limits.ts';
import { type Amount, amountOf, parseAmountOutside } from '@mercury/contract/money/amount.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { addJob } from '../../jobs/queue.ts';
import { idempotencyKey, once, recordTransactions, type IdempotencyKey } from '../../ledger/ledger.ts';
import { RailUnavailableError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { findLevelRefusal, levelUse, type LevelUse, usedBefore } from '../levels/level-use.ts';
import { type CreditAsset, creditFor, creditPriceOf, recordOfTopUp } from './record.ts';
import { boundOf } from './fixed-rate.ts';
import { findTopUp, type TopUpRow } from './queries.ts';

export interface TopUpRequest {
  readonly userId: string;
  /** US dollars, as a decimal. */
  readonly amountUsd: string;
  /** Defaults to the product's own coin. */
  readonly creditAsset: CreditAsset | undefined;
  /** Of the instructions. */
  readonly locale: Locale;
  readonly idempotencyKey: string | undefined;
}

/** Stored under the key. The top-up's row has the rest; the rail adds the payment URL later. */
const storedTopUp = z.object({ topUpId: z.string() });
type StoredTopUp = z.output<typeof storedTopUp>;

/**
 * At the present rate, with its row of history and the job that closes it unpaid. The rail is asked after the commit.
 * @throws DomainError AmountNotPositive, AmountOutOfRange, LevelLimitReached, IdempotencyKeyReused, RailUnavailable.
 */
export async function openTopUp(services: Services, request: TopUpRequest): Promise<TopUpRow> {
  const usd = readUsd(request.amountUsd);
  const creditAsset = request.creditAsset ?? coinCode;
  const key = keyOf(request, { usd: usd.minorUnits.toString(), creditAsset });
  const { topUp, isRepeat } = await inTransaction(services.db, async (trx) => {
    await lockPayer(trx, request.userId);
    const { reply, isRepeat } = await once(trx, key, {
      effect: () => insertTopUp(trx, services, { ...request, usd, creditAsset }),
      read: (stored) => storedTopUp.parse(stored),
    });
    const topUp = await findTopUp(trx.client, reply.topUpId);
    if (topUp === undefined) throw new Error(`top-up ${reply.topUpId} is gone`);
    return { topUp, isRepeat };
  });
  if (!isRepeat) services.events.publish([{ userId: request.userId, topics: ['transactions'] }]);
  return openPaymentOf(services, topUp);
}

function keyOf(
  { userId: ownerId, idempotencyKey: key }: TopUpRequest,
  input: { usd: string; creditAsset: CreditAsset },
): IdempotencyKey | undefined {
  return key === undefined ? undefined : idempotencyKey({ ownerId, call: 'top-up', key, input });
}

/** Their top-ups take turns: each counts the others. One who has left is no longer signed in. */
async function lockPayer(trx: Transaction, userId: string): Promise<void> {
  if ((await lockPerson(trx, userId)) === undefined) throw new DomainError('Unauthenticated');
}

function readUsd(text: string): Amount {
  const usd = parseAmountOutside('USD', text);
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
  options: TopUpRequest & { usd: Amount; creditAsset: CreditAsset },
): Promise<StoredTopUp> {
  const price = creditPriceOf(services.settings.current, options.creditAsset);
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
  const topUp = one(
    await trx.client.query<Pick<TopUpRow, 'expires_at'> & { level: LevelUse | null }>(
      `insert into topup (id, user_id, transaction_id, usd_amount, credit_asset, credit_amount, price_scaled_usd,
                          payment_token, locale, rail, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now() + make_interval(secs => $11))
       returning expires_at, ${levelUse('user_id', 'deposit')} as level`,
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
        services.rail.name,
        limits.topUpLifetimeMs / 1000,
      ],
    ),
  );
  await requireLevelRoom(trx, { userId: options.userId, level: topUp.level, usd: options.usd.minorUnits });
  await addJob(trx, 'expire-top-up', { topUpId: id }, { runAt: topUp.expires_at });
  return { topUpId: id };
}

/** `level` counts this one already. @throws DomainError LevelLimitReached */
async function requireLevelRoom(
  { client }: Transaction,
  { userId, level, usd }: { userId: string; level: LevelUse | null; usd: bigint },
): Promise<void> {
  const use = usedBefore(level, usd);
  const refusal = await findLevelRefusal(client, { userId, kind: 'deposit', use, usd });
  if (refusal !== undefined) throw refusal;
}

/** Well above the rail's timeout: a caller that is silent for longer has crashed. */
const askingSecondsMax = 30;
const lookAgainMs = 50;
const looksMax = 200;

/**
 * Callers with the same key wait for the one that asks. After a crash the next one asks again, and the rail answers with the
 * payment opened before.
 * @throws DomainError RailUnavailable
 */
async function openPaymentOf(services: Services, opened: TopUpRow): Promise<TopUpRow> {
  let topUp = opened;
  for (let look = 0; look < looksMax; look += 1) {
    if (topUp.payment_url !== null) return topUp;
    if (await takeTurn(services, topUp.id)) return askRail(services, topUp);
    await delay(lookAgainMs);
    topUp = (await findTopUp(services.db.pool, topUp.id)) ?? topUp;
  }
  throw new DomainError('RailUnavailable');
}

async function takeTurn({ db }: Services, topUpId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `update topup set asked_at = now()
      where id = $1 and payment_url is null
        and (asked_at is null or asked_at < now() - make_interval(secs => $2))`,
    [topUpId, askingSecondsMax],
  );
  return rowCount === 1;
}

async function askRail(services: Services, topUp: TopUpRow): Promise<TopUpRow> {
  const { db, rail, log } = services;
  try {
    const { externalId, paymentUrl } = await rail.openPayment({
      topUpId: topUp.id,
      paymentToken: topUp.payment_token,
      usd: amountOf('USD', topUp.usd_amount),
      expiresAt: topUp.expires_at,
    });
    const opened = { external_id: externalId, payment_url: paymentUrl };
    await db.kysely.updateTable('topup').set(opened).where('id', '=', topUp.id).execute();
    return { ...topUp, ...opened };
  } catch (error) {
    await db.kysely.updateTable('topup').set({ asked_at: null }).where('id', '=', topUp.id).execute();
    if (!(error instanceof RailUnavailableError)) throw error;
    log.error({ err: error, topUpId: topUp.id }, 'the rail opened no payment');
    throw new DomainError('RailUnavailable');
  }
}
