import { inTransaction, type Transaction } from '../../db/database.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import { findOwner } from './find-owner.ts';
import { handOver, isLeftBehind } from './hand-over.ts';
import { keepUnassigned } from './keep-unassigned.ts';
import { moveDeposit } from './move-deposit.ts';
import { openDeposit } from './open-deposit.ts';
import { lockDeposit } from './queries.ts';

/**
 * Asks the rail for a payment and writes what is new: seen, more confirmations, final and credited, or failed. The order and
 * number of calls do not matter: the payment is credited once.
 */
export async function observeDeposit(services: Services, externalId: string): Promise<void> {
  const payment = await services.rail.findDeposit(externalId);
  if (payment === undefined) return;
  const userId = await inTransaction(services.db, (trx) => takeIn(trx, services, payment));
  if (userId !== undefined)
    services.events.publish([{ userId, topics: ['balance', 'transactions', 'notices'] }]);
}

/** Returns the person to notify. */
async function takeIn(
  trx: Transaction,
  services: Services,
  payment: ObservedDeposit,
): Promise<string | undefined> {
  const id = { rail: services.rail.name, externalId: payment.externalId };
  const known = await lockDeposit(trx.client, id);
  if (known !== undefined && !(await isLeftBehind(trx, known)))
    return (await moveDeposit(trx, services, { deposit: known, payment })) ? known.user_id : undefined;

  const userId = await findOwner(trx, id, payment);
  if (userId === undefined) {
    await keepUnassigned(trx, services, payment);
    return undefined;
  }
  const deposit =
    known === undefined
      ? // The owner's row is locked: its earlier holder has written this payment, or nobody writes it before the commit.
        ((await lockDeposit(trx.client, id)) ?? (await openDeposit(trx, services, { userId, payment })))
      : await handOver(trx, services, { deposit: known, userId, payment });
  await moveDeposit(trx, services, { deposit, payment });
  return userId;
}
