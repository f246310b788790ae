import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice, type Price } from '@mercury/contract/money/price.ts';
import { inTransaction } from '../../db/database.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { writeNotice } from '../notices/write-notice.ts';
import { findFirmPrice } from '../trade/firm-price.ts';
import type { PriceAlertRow } from './queries.ts';

export async function watchPrices(services: Services): Promise<void> {
  for (const price of await findWatchedPrices(services)) {
    for (const userId of await findReachedPeople(services, price)) {
      try {
        await triggerAlerts(services, userId, price);
      } catch (error) {
        // The other people's alerts go on. The next minute retries this one.
        services.log.error({ err: error, userId }, 'price alerts could not be told of');
      }
    }
  }
}

/** Uses the prices that trades use: nobody hears of a price that jumped before it has settled. */
async function findWatchedPrices(services: Services): Promise<readonly Price[]> {
  const { rows } = await services.db.pool.query<{ asset: AssetCode }>(
    `select distinct asset from price_alert where state = 'active' order by asset`,
  );
  const prices = await Promise.all(rows.map(({ asset }) => findFirmPrice(services, asset)));
  return prices.filter((price) => price !== undefined);
}

const isReached = `asset = $1 and state = 'active'
  and case direction when 'above' then line_scaled_usd <= $2 else line_scaled_usd >= $2 end`;

async function findReachedPeople({ db }: Services, price: Price): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ user_id: string }>(
    `select distinct user_id from price_alert where ${isReached} order by user_id`,
    [price.asset, price.scaledUsd],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Alert, notice and mail share one commit, so that an alert tells once, however many processes look. */
async function triggerAlerts(services: Services, userId: string, price: Price): Promise<void> {
  const hasTold = await inTransaction(services.db, async (trx) => {
    // Lock the person before the alerts, as all code that changes either does.
    const user = await lockPerson(trx, userId);
    if (user === undefined) return false;
    const { rows } = await trx.client.query<PriceAlertRow>(
      `update price_alert set state = 'triggered', triggered_at = now()
        where user_id = $3 and ${isReached} returning *`,
      [price.asset, price.scaledUsd, userId],
    );
    for (const { asset, direction, line_scaled_usd } of rows) {
      await writeNotice(trx, user, {
        kind: 'price_alert',
        currency: asset,
        direction,
        line: formatPrice({ scaledUsd: line_scaled_usd }),
        price: formatPrice(price),
      });
    }
    return rows.length > 0;
  });
  if (hasTold) services.events.publish([{ userId, topics: ['priceAlerts', 'notices'] }]);
}
