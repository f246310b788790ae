import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockUser } from '../person/locks.ts';

/**
 * Removes one of the caller's passkeys: it signs nobody in any more.
 * @throws DomainError NotFound
 */
export async function deletePasskey(
  { db, events }: Pick<Services, 'db' | 'events'>,
  session: Session,
  { passkeyId, origin }: { passkeyId: string; origin: Origin },
): Promise<void> {
  const { userId } = session;
  await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, session);
    const { rowCount } = await trx.client.query('delete from passkey where id = $1 and user_id = $2', [
      passkeyId,
      userId,
    ]);
    if (rowCount !== 1) throw new DomainError('NotFound');
    await tellPerson(trx, user, { kind: 'passkey_removed', actor: 'person', origin });
  });
  events.publish([{ userId, topics: ['account'] }]);
}
