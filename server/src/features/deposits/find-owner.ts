import { assetOf } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { readDestination } from '../../rails/destinations.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { PaymentId } from './queries.ts';

/**
 * The owner of a payment, with their row locked so that they can't leave before it is written. Undefined when the address has no
 * owner, or the owner has left. A payment without an owner stays so even when its address is given out later: only an operator
 * who names the person changes that.
 */
export async function findOwner(
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
  // A rail may spell an address differently from the stored one.
  const { address, memo } = readDestination(amount.asset, written) ?? written;
  // Safe before the lock: neither kind of address ever becomes another person's.
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
