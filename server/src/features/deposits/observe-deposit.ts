import { assetOf } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import { readDestination } from '../../rails/destinations.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { moveDeposit } from './move-deposit.ts';
import { type DepositRow, lockDeposit, type PaymentId } from './queries.ts';
import { recordOfDeposit } from './record.ts';

/**
 * Asks the rail and writes what is new. Calls may come in any order and number: the payment is credited once. Returns what the
 * rail said; undefined if it knows no such payment.
 */
export async function observeDeposit(
  services: Services,
  externalId: string,
): Promise<ObservedDeposit | undefined> {
  const payment = await services.rail.findDeposit(externalId);
  if (payment === undefined) return undefined;
  const userId = await inTransaction(services.db, (trx) => takeIn(trx, services, payment));
  if (userId !== undefined)
    services.events.publish([
      { userId, topics: ['balance', 'transactions', 'notices'] },
      { consoleTopics: ['deposits'] },
    ]);
  return payment;
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
      ? // The owner's row is locked, so nobody else writes this payment before the commit.
        ((await lockDeposit(trx.client, id)) ?? (await openDeposit(trx, services, { userId, payment })))
      : await handOver(trx, services, { deposit: known, userId, payment });
  await moveDeposit(trx, services, { deposit, payment });
  return userId;
}

/** The chain dropped it and may have it again, but its person has left. */
async function isLeftBehind(trx: Transaction, { state, user_id }: DepositRow): Promise<boolean> {
  if (state !== 'failed') return false;
  const { rowCount } = await trx.client.query(
    'select from app_user where id = $1 and deleted_at is not null',
    [user_id],
  );
  return rowCount === 1;
}

/**
 * For the person whom an operator named, under a new row of history. The payment keeps its one deposit row, so that it can't be
 * credited twice.
 */
async function handOver(
  trx: Transaction,
  services: Services,
  { deposit, userId, payment }: { deposit: DepositRow; userId: string; payment: ObservedDeposit },
): Promise<DepositRow> {
  const owner = { user_id: userId, transaction_id: uuidv7() };
  await recordTransactions(trx, [recordOfDeposit(services, { ...deposit, ...owner }, 'confirming')]);
  return trx.kysely
    .updateTable('deposit')
    .set({ ...owner, state: 'confirming', confirmations: payment.confirmations, closed_at: null })
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** At the first sight of a payment. Credits nothing. */
async function openDeposit(
  trx: Transaction,
  services: Services,
  { userId, payment }: { userId: string; payment: ObservedDeposit },
): Promise<DepositRow> {
  const { amount, address } = payment;
  const owner = { id: uuidv7(), user_id: userId, transaction_id: uuidv7() };
  const terms = { asset: amount.asset, amount: amount.minorUnits, address };
  await recordTransactions(trx, [recordOfDeposit(services, { ...owner, ...terms }, 'confirming')]);
  return trx.kysely
    .insertInto('deposit')
    .values({
      ...owner,
      ...terms,
      rail: services.rail.name,
      external_id: payment.externalId,
      memo: payment.memo,
      confirmations: payment.confirmations,
      confirmations_needed: payment.confirmationsNeeded,
      state: 'confirming',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Locked, so that the person can't leave before it is written. Undefined without an owner, or if the owner has left. Such a
 * payment stays without one even if its address is given out later: only an operator changes that.
 */
async function findOwner(
  trx: Transaction,
  id: PaymentId,
  payment: ObservedDeposit,
): Promise<string | undefined> {
  const unassigned = await trx.kysely
    .selectFrom('unassigned_deposit')
    .select('assigned_to')
    .where('rail', '=', id.rail)
    .where('external_id', '=', id.externalId)
    .executeTakeFirst();
  if (unassigned === undefined) return findOwnerOfAddress(trx, id, payment);
  if (unassigned.assigned_to === null) return undefined;
  return lockOwner(trx, unassigned.assigned_to);
}

async function findOwnerOfAddress(
  trx: Transaction,
  { rail }: PaymentId,
  { amount, ...written }: ObservedDeposit,
): Promise<string | undefined> {
  const { chain } = assetOf(amount.asset);
  // A rail may spell the address differently.
  const { address, memo } = readDestination(amount.asset, written) ?? written;
  // Safe before the lock: neither kind of address becomes another person's.
  const found = maybeOne(
    await (chain === 'mercury'
      ? trx.client.query<{ user_id: string }>('select id as user_id from app_user where address = $1', [
          address,
        ])
      : trx.client.query<{ user_id: string }>(
          'select user_id from deposit_address where rail = $1 and chain = $2 and address = $3 and memo = $4',
          [rail, chain, address, memo],
        )),
  );
  return found && lockOwner(trx, found.user_id);
}

async function lockOwner(trx: Transaction, userId: string): Promise<string | undefined> {
  return (await lockPerson(trx, userId))?.id;
}

/** The operator sees it there and can find its owner. */
async function keepUnassigned(
  trx: Transaction,
  { rail, log }: Services,
  payment: ObservedDeposit,
): Promise<void> {
  const { externalId, amount, address, memo } = payment;
  const { is_new: isNew } = one(
    await trx.client.query<{ is_new: boolean }>(
      `insert into unassigned_deposit (rail, external_id, asset, amount, address, memo,
                                       confirmations, confirmations_needed, has_failed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (rail, external_id) do update
       set confirmations = greatest(unassigned_deposit.confirmations, excluded.confirmations),
           has_failed = excluded.has_failed,
           observed_at = now()
       returning xmax = 0 as is_new`,
      [
        rail.name,
        externalId,
        amount.asset,
        amount.minorUnits,
        address,
        memo,
        payment.confirmations,
        payment.confirmationsNeeded,
        payment.hasFailed,
      ],
    ),
  );
  if (!isNew) return;
  await publishWithCommit(trx, [{ consoleTopics: ['deposits'] }]);
  log.warn(
    { part: 'deposits', externalId, asset: amount.asset, address },
    'a deposit is to nobody’s address',
  );
}
