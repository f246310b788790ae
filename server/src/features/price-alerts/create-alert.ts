import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createPriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { limits } from '@mercury/contract/limits.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import { parseDecimal } from '@mercury/contract/money/decimal.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { presentPriceOf } from '../market/price-of.ts';
import type { PriceAlertRow } from './queries.ts';

type AlertInput = BodyOf<typeof createPriceAlert>;

/** @throws DomainError AmountNotPositive, PriceMissing, AlertAlreadyReached, TooManyPriceAlerts. */
export async function createAlert(
  services: Services,
  { session, input }: { session: Session; input: AlertInput },
): Promise<PriceAlertRow> {
  const terms = readTerms(input);
  refuseReached(services, terms);
  const alert = await inTransaction(services.db, async (trx) => {
    // The person's row is the lock for counting their alerts.
    const { id: userId } = await lockCaller(trx, session);
    await refuseTooMany(trx, userId);
    return insertAlert(trx, { ...terms, user_id: userId });
  });
  services.events.publish([{ userId: alert.user_id, topics: ['priceAlerts'] }]);
  return alert;
}

type AlertTerms = Pick<PriceAlertRow, 'asset' | 'direction' | 'line_scaled_usd'>;

function readTerms({ currency, direction, price }: AlertInput): AlertTerms {
  // A dollar always costs a dollar: there is nothing to wait for.
  if (currency === 'USD') {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'currency', key: 'invalid' }] });
  }
  const line = parseDecimal(price, priceDecimals);
  if (line === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'price', key: 'invalidAmount' }] });
  }
  if (line === 0n) throw new DomainError('AmountNotPositive');
  return { asset: currency, direction, line_scaled_usd: line };
}

async function refuseTooMany({ client }: Transaction, userId: string): Promise<void> {
  const { count } = one(
    await client.query<{ count: number }>(
      'select count(*)::integer as count from price_alert where user_id = $1',
      [userId],
    ),
  );
  if (count >= limits.priceAlertsMax) throw new DomainError('TooManyPriceAlerts');
}

async function insertAlert(
  { client }: Transaction,
  alert: AlertTerms & Pick<PriceAlertRow, 'user_id'>,
): Promise<PriceAlertRow> {
  return one(
    await client.query<PriceAlertRow>(
      `insert into price_alert (id, user_id, asset, direction, line_scaled_usd, created_at)
       values ($1, $2, $3, $4, $5, now()) returning *`,
      [uuidv7(), alert.user_id, alert.asset, alert.direction, alert.line_scaled_usd],
    ),
  );
}

/**
 * An alert whose line is already reached would fire at once and tell what the person can see.
 * @throws DomainError PriceMissing, AlertAlreadyReached
 */
export function refuseReached(
  services: Services,
  { asset, direction, line_scaled_usd: line }: Pick<PriceAlertRow, 'asset' | 'direction' | 'line_scaled_usd'>,
): void {
  const price = presentPriceOf(services, asset)?.scaledUsd;
  if (price === undefined) throw new DomainError('PriceMissing');
  if (direction === 'above' ? price >= line : price <= line) throw new DomainError('AlertAlreadyReached');
}
