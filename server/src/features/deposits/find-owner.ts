import { assetOf } from '@mercury/contract/money/asset.ts';
import type { Transaction } from '../../db/database.ts';
import { readDestination } from '../../rails/destinations.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { PaymentId } from './queries.ts';

/**
 * Whose account a payment is for, with their row locked so that they can't leave before it is written. Undefined where the
 * address is nobody's, where the person has left, and for what was nobody's before: an address that is given out later
 * does not make its payments somebody's; an operator who has named the person does.
 */
export async function findOwner(
  trx: Transaction,
  id: PaymentId,
  payment: ObservedDeposit,
): Promise<string | undefined> {
  const { rows: kept } = await trx.client.query<{ assigned_to: string | null }>(
    'select assigned_to from unassigned_deposit where rail = $1 and external_id = $2',
    [id.rail, id.externalId],
  );
  const [unassigned] = kept;
  if (unassigned === undefined) return findOwnerOfAddress(trx, id, payment);
  if (unassigned.assigned_to === null) return undefined;
  return lockOwner(trx, 'person.id = $1', [unassigned.assigned_to]);
}

async function findOwnerOfAddress(
  trx: Transaction,
  { rail }: PaymentId,
  { amount, ...written }: ObservedDeposit,
): Promise<string | undefined> {
  const { chain } = assetOf(amount.asset);
  // A rail may spell an address in another way than it is kept.
  const { address, memo } = readDestination(amount.asset, written) ?? written;
  if (chain === 'mercury') return lockOwner(trx, 'person.address = $1', [address]);
  return lockOwner(
    trx,
    `person.id = (select user_id from deposit_address
                   where rail = $1 and chain = $2 and address = $3 and memo = $4)`,
    [rail, chain, address, memo],
  );
}

async function lockOwner(
  trx: Transaction,
  condition: string,
  values: readonly (string | null)[],
): Promise<string | undefined> {
  const { rows } = await trx.client.query<{ id: string }>(
    `select person.id from app_user person
      where ${condition} and person.deleted_at is null for no key update`,
    [...values],
  );
  return rows[0]?.id;
}
