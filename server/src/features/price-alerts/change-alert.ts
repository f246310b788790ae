import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { refuseReached } from './create-alert.ts';
import { lockPriceAlert, type PriceAlertRow } from './queries.ts';

interface OwnAlert {
  readonly session: Session;
  readonly id: string;
}

/** A triggered alert watches nothing any more, and stays triggered. @throws DomainError NotFound */
export function pauseAlert(services: Services, own: OwnAlert): Promise<PriceAlertRow> {
  return changeOwn(services, own, async (trx, alert) =>
    alert.state === 'active' ? setState(trx, alert, 'paused') : alert,
  );
}

/** @throws DomainError NotFound, PriceMissing, AlertAlreadyReached */
export function resumeAlert(services: Services, own: OwnAlert): Promise<PriceAlertRow> {
  return changeOwn(services, own, async (trx, alert) => {
    if (alert.state === 'active') return alert;
    refuseReached(services, alert);
    return setState(trx, alert, 'active');
  });
}

/** @throws DomainError NotFound */
export async function deleteAlert(services: Services, own: OwnAlert): Promise<void> {
  await changeOwn(services, own, async ({ kysely }, alert) => {
    await kysely.deleteFrom('price_alert').where('id', '=', alert.id).execute();
    return alert;
  });
}

async function changeOwn(
  services: Services,
  { session, id }: OwnAlert,
  change: (trx: Transaction, alert: PriceAlertRow) => Promise<PriceAlertRow>,
): Promise<PriceAlertRow> {
  const alert = await inTransaction(services.db, async (trx) => {
    const { id: userId } = await lockCaller(trx, session);
    const found = await lockPriceAlert(trx, { id, userId });
    if (found === undefined) throw new DomainError('NotFound');
    return change(trx, found);
  });
  services.events.publish([{ userId: alert.user_id, topics: ['priceAlerts'] }]);
  return alert;
}

/** Its earlier message no longer counts. */
async function setState(
  { kysely }: Transaction,
  { id }: PriceAlertRow,
  state: 'active' | 'paused',
): Promise<PriceAlertRow> {
  return kysely
    .updateTable('price_alert')
    .set({ state, triggered_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
