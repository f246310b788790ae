import { limits } from '@mercury/contract/limits.ts';
import { assetOf, findAssetCode } from '@mercury/contract/money/asset.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';

export interface OwnCoin {
  readonly session: Session;
  /** The market's id, or the code of an asset without a market. */
  readonly coin: string;
}

/** A coin that is watched already stays where it is. @throws DomainError NotFound, TooManyWatchedCoins */
export async function watchCoin(services: Services, { session, coin }: OwnCoin): Promise<void> {
  await refuseUnknown(services, coin);
  const isNew = await inTransaction(services.db, async (trx) => {
    // The person's row is the lock for counting their coins.
    const { id: userId } = await lockCaller(trx, session);
    return insertCoin(trx, { userId, coin });
  });
  if (isNew) tellOtherTabs(services, session);
}

export async function unwatchCoin(services: Services, { session, coin }: OwnCoin): Promise<void> {
  const isGone = await inTransaction(services.db, async (trx) => {
    const { id: userId } = await lockCaller(trx, session);
    const { numDeletedRows } = await trx.kysely
      .deleteFrom('watched_coin')
      .where('user_id', '=', userId)
      .where('coin', '=', coin)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  });
  if (isGone) tellOtherTabs(services, session);
}

async function refuseUnknown({ market }: Services, coin: string): Promise<void> {
  const code = findAssetCode(coin);
  const isKnown =
    code === undefined
      ? (await market.findCoin(coin)) !== undefined
      : code !== 'USD' && assetOf(code).marketId === null;
  if (!isKnown) throw new DomainError('NotFound');
}

/** False if the person watches it already. */
async function insertCoin(
  { client }: Transaction,
  { userId, coin }: { userId: string; coin: string },
): Promise<boolean> {
  const { count, is_watched: isWatched } = one(
    await client.query<{ count: number; is_watched: boolean }>(
      `select count(*)::integer as count, coalesce(bool_or(coin = $2), false) as is_watched
         from watched_coin where user_id = $1`,
      [userId, coin],
    ),
  );
  if (isWatched) return false;
  if (count >= limits.watchedCoinsMax) throw new DomainError('TooManyWatchedCoins');
  await client.query('insert into watched_coin (user_id, coin) values ($1, $2)', [userId, coin]);
  return true;
}

function tellOtherTabs({ events }: Services, { userId }: Session): void {
  events.publish([{ userId, topics: ['watchlist'] }]);
}
