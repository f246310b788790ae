import { setTimeout as delay } from 'node:timers/promises';
import { amountOf } from '@mercury/contract/money/amount.ts';
import { DomainError } from '../../errors.ts';
import { RailUnavailableError } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { findTopUp, type TopUpRow } from './queries.ts';

/** Well above the rail's timeout: a caller that is silent for longer has crashed. */
const askingSecondsMax = 30;
const lookAgainMs = 50;
const looksMax = 200;

/**
 * Asks the rail to open the payment of a stored top-up. Concurrent callers with the same key wait for the one that asks. After a
 * crash the next caller asks again, and the rail answers with the payment that it opened before.
 * @throws DomainError RailUnavailable
 */
export async function openPaymentOf(services: Services, opened: TopUpRow): Promise<TopUpRow> {
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
