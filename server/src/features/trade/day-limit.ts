import type { Amount } from '@mercury/contract/money/amount.ts';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';

/**
 * Holds what a person trades within 24 hours to what the operator allows. Ask with the person's row locked: then no other
 * trade of theirs comes between this look and its own.
 * @throws DomainError TradeLimitReached
 */
export async function refuseAboveDayLimit(
  trx: Transaction,
  { config }: Pick<Services, 'config'>,
  { userId, usdValue }: { userId: string; usdValue: Amount },
): Promise<void> {
  const { rows } = await trx.client.query<{ traded: bigint }>(
    `select coalesce(sum(usd_value), 0) as traded
       from trade where user_id = $1 and created_at > now() - interval '24 hours'`,
    [userId],
  );
  const traded = rows[0]?.traded ?? 0n;
  if (traded + usdValue.minorUnits > config.trade.dayUsdMax.minorUnits) {
    throw new DomainError('TradeLimitReached');
  }
}
