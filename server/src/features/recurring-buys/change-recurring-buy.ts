import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { arrangeRun, findNextTime, takeBackRun } from './next-time.ts';
import { lockRecurringBuy, recurringBuyColumns, type RecurringBuyRow } from './queries.ts';

interface OwnRecurringBuy {
  readonly session: Session;
  readonly id: string;
}

/** A job that runs at this moment finds it paused and does nothing. @throws DomainError NotFound */
export function pauseRecurringBuy(services: Services, own: OwnRecurringBuy): Promise<RecurringBuyRow> {
  return changeOwn(services, own, async (trx, { id }) => {
    await takeBackRun(trx, { id });
    return one(
      await trx.client.query<RecurringBuyRow>(
        `update recurring_buy set state = 'paused', waits_since = null where id = $1 returning ${recurringBuyColumns}`,
        [id],
      ),
    );
  });
}

/** Missed times are not made up for; earlier refusals no longer count. @throws DomainError NotFound */
export function resumeRecurringBuy(services: Services, own: OwnRecurringBuy): Promise<RecurringBuyRow> {
  return changeOwn(services, own, async (trx, recurringBuy) => {
    if (recurringBuy.state === 'active') return recurringBuy;
    const nextAt = await findNextTime(trx, recurringBuy, recurringBuy.present);
    const resumed = one(
      await trx.client.query<RecurringBuyRow>(
        `update recurring_buy set state = 'active', next_at = $2, failures = 0 where id = $1
         returning ${recurringBuyColumns}`,
        [recurringBuy.id, nextAt],
      ),
    );
    await arrangeRun(trx, resumed);
    return resumed;
  });
}

/** Keeps what it bought. @throws DomainError NotFound */
export async function deleteRecurringBuy(services: Services, own: OwnRecurringBuy): Promise<void> {
  await changeOwn(services, own, async (trx, recurringBuy) => {
    await takeBackRun(trx, recurringBuy);
    await trx.kysely.deleteFrom('recurring_buy').where('id', '=', recurringBuy.id).execute();
    return recurringBuy;
  });
}

async function changeOwn(
  services: Services,
  { session, id }: OwnRecurringBuy,
  change: (trx: Transaction, recurringBuy: RecurringBuyRow) => Promise<RecurringBuyRow>,
): Promise<RecurringBuyRow> {
  const changed = await inTransaction(services.db, async (trx) => {
    const { id: userId } = await lockCaller(trx, session);
    const found = await lockRecurringBuy(trx, { id, userId });
    if (found === undefined) throw new DomainError('NotFound');
    return change(trx, found);
  });
  services.events.publish([{ userId: changed.user_id, topics: ['recurringBuys'] }]);
  return changed;
}
