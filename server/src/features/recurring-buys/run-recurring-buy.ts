import type { ErrorCode } from '@mercury/contract/errors.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { writeNotice } from '../notices/write-notice.ts';
import { makeOffer } from '../trade/make-offer.ts';
import type { Offer } from '../trade/offer.ts';
import { settleTrades } from '../trade/settle-trades.ts';
import { noOrigin } from '../trade/trade-origin.ts';
import { findRecurringBuy, type RecurringBuyRow } from './queries.ts';
import { endTurn, isDue, takeTurn, type Turn } from './take-turn.ts';

/** Then the buy is paused. The mail spells this number as a word. */
const refusalsInRowMax = 3;
/** A missing price mostly comes back. Later than this is not what the person asked for. */
const priceWaitMsMax = 60 * 60 * 1000;
const priceErrors: ReadonlySet<ErrorCode> = new Set([
  'PriceMissing',
  'PriceStale',
  'PriceJumped',
  'TradingHalted',
]);

/**
 * Trade, run, next time and next job share one commit, so it may repeat, run twice at once, and be killed. A refusal is recorded
 * and told in a commit of its own.
 */
export async function runRecurringBuy(
  services: Services,
  { recurringBuyId, dueAt }: { recurringBuyId: string; dueAt: string },
): Promise<void> {
  const recurringBuy = await findRecurringBuy(services.db, recurringBuyId);
  if (recurringBuy === undefined || !isDue(recurringBuy, new Date(dueAt))) return;
  try {
    await buy(services, recurringBuy, await offerFor(services, recurringBuy));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await refuse(services, recurringBuy, error.code);
  }
}

function offerFor(services: Services, { from_asset, amount, to_asset }: RecurringBuyRow): Promise<Offer> {
  return makeOffer(services, {
    type: 'BUY',
    fromAsset: from_asset,
    toAsset: to_asset,
    amount: amountOf(from_asset, amount),
  });
}

async function buy(services: Services, recurringBuy: RecurringBuyRow, offer: Offer): Promise<void> {
  const { id, user_id: userId } = recurringBuy;
  const hasBought = await inTransaction(services.db, async (trx) => {
    const turn = await takeTurn(trx, recurringBuy);
    if (turn === undefined) return false;
    const order = { tradeId: uuidv7(), userId, offer, recurringBuyId: id, origin: noOrigin };
    const [settlement] = await settleTrades(trx, services, [order]);
    if (settlement === undefined) throw new Error('a purchase was not answered');
    if ('refusal' in settlement) throw settlement.refusal;
    await endTurn(trx, turn, { transactionId: settlement.transactionId });
    return true;
  });
  if (hasBought)
    services.events.publish([{ userId, topics: ['balance', 'transactions', 'recurringBuys', 'notices'] }]);
}

async function refuse(services: Services, recurringBuy: RecurringBuyRow, reason: ErrorCode): Promise<void> {
  const { user_id: userId } = recurringBuy;
  const isRefused = await inTransaction(services.db, async (trx) => {
    const turn = await takeTurn(trx, recurringBuy);
    if (turn === undefined) return false;
    if (priceErrors.has(reason) && (await mayWaitForPrice(trx, turn))) return false;
    await endRefused(trx, turn, reason);
    return true;
  });
  if (isRefused) services.events.publish([{ userId, topics: ['recurringBuys', 'notices'] }]);
}

/** The minute's watch tries again. */
async function mayWaitForPrice({ client }: Transaction, { recurringBuy }: Turn): Promise<boolean> {
  const { id, waits_since: since, present } = recurringBuy;
  if (since !== null) return present.getTime() - since.getTime() < priceWaitMsMax;
  await client.query('update recurring_buy set waits_since = now() where id = $1', [id]);
  return true;
}

async function endRefused(trx: Transaction, turn: Turn, reason: ErrorCode): Promise<void> {
  const { from_asset: amountCurrency, amount, to_asset: currency, failures } = turn.recurringBuy;
  const isLast = failures + 1 >= refusalsInRowMax;
  const { nextAt } = await endTurn(trx, turn, { refusal: reason, isLast });
  const refused = {
    currency,
    amount: formatAmount(amountOf(amountCurrency, amount)),
    amountCurrency,
    reason,
  };
  await writeNotice(
    trx,
    turn.user,
    isLast
      ? { ...refused, kind: 'recurring_buy_paused' }
      : { ...refused, kind: 'recurring_buy_refused', nextAt: nextAt.toISOString() },
  );
}

/** For a younger one, its job is still on the way. */
const lateMsMin = 30 * 1000;
const roundMax = 100;

/** Every minute: due buys whose job was lost, or that had no price. */
export async function watchRecurringBuys(services: Services): Promise<void> {
  let lastId: string | null = null;
  do {
    const late: readonly LateRow[] = await findLate(services, lastId);
    for (const { id, next_at } of late) {
      try {
        await runRecurringBuy(services, { recurringBuyId: id, dueAt: next_at.toISOString() });
      } catch (error) {
        // The other buys are due too. The next minute retries this one.
        services.log.error({ err: error, recurringBuyId: id }, 'a recurring buy could not be run');
      }
    }
    lastId = late.length < roundMax ? null : (late.at(-1)?.id ?? null);
  } while (lastId !== null);
}

type LateRow = Pick<RecurringBuyRow, 'id' | 'next_at'>;

/** In the order of ids, so that waiting buys do not block the others. */
async function findLate({ db }: Services, afterId: string | null): Promise<readonly LateRow[]> {
  const { rows } = await db.pool.query<LateRow>(
    `select id, next_at from recurring_buy
      where state = 'active' and next_at < now() - make_interval(secs => $1) and ($2::uuid is null or id > $2)
      order by id limit $3`,
    [lateMsMin / 1000, afterId, roundMax],
  );
  return rows;
}
