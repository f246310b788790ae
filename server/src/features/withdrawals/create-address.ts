import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createWithdrawalAddress, WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';
import { presentAddress } from './present-address.ts';
import { isInternalAddress } from './queries.ts';
import { readDestinationOf } from './read-order.ts';

export interface CreateAddressRequest {
  readonly session: Session;
  readonly input: BodyOf<typeof createWithdrawalAddress>;
  readonly origin: Origin;
}

/**
 * Adds an address to the book and tells the person. A day later money may go there without another wait.
 * @throws DomainError WithdrawalNotOffered, InvalidAddress, AddressIsInternal, WithdrawalAddressExists,
 * TooManyWithdrawalAddresses
 */
export async function createAddress(
  { db, rail, settings }: Services,
  { session, input, origin }: CreateAddressRequest,
): Promise<WithdrawalAddress> {
  if (!rail.canWithdraw(input.currency)) throw new DomainError('WithdrawalNotOffered');
  const destination = readDestinationOf(input);
  const row = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    if (await isInternalAddress(trx.client, settings.current, destination.address)) {
      throw new DomainError('AddressIsInternal');
    }
    await requireRoom(trx, user.id);
    const added = await trx.kysely
      .insertInto('withdrawal_address')
      .values({
        id: uuidv7(),
        user_id: user.id,
        asset: input.currency,
        address: destination.address,
        memo: destination.memo,
        label: input.label,
      })
      .onConflict((conflict) => conflict.constraint('withdrawal_address_once').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added === undefined) throw new DomainError('WithdrawalAddressExists');
    await tellPerson(trx, user, { kind: 'withdrawal_address_added', actor: 'person', origin });
    return added;
  });
  return presentAddress(row, rail);
}

/** The caller holds the person's row, so no other call adds an address meanwhile. */
async function requireRoom(trx: Transaction, userId: string): Promise<void> {
  const { count } = one(
    await trx.client.query<{ count: number }>(
      'select count(*)::integer as count from withdrawal_address where user_id = $1',
      [userId],
    ),
  );
  if (count >= limits.withdrawalAddressesMax) {
    throw new DomainError('TooManyWithdrawalAddresses');
  }
}
