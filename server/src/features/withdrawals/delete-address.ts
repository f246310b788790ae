import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { Services } from '../../services.ts';

/**
 * Removes an address from the book. A withdrawal confirmed before still goes there.
 * @throws DomainError NotFound
 */
export async function deleteAddress(
  { db }: Services,
  { session, id, origin }: { session: Session; id: string; origin: Origin },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const { numDeletedRows } = await trx.kysely
      .deleteFrom('withdrawal_address')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw new DomainError('NotFound');
    await tellPerson(trx, user, { kind: 'withdrawal_address_removed', actor: 'person', origin });
  });
}
