import { inTransaction } from '../../db/database.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockUser } from '../person/locks.ts';

/** Sets the phrase that every mail shows, or removes it. The mail that tells of it still shows the one that its reader knows. */
export async function setPhrase(
  { db, events }: Services,
  { session, phrase, origin }: { session: Session; phrase: string | null; origin: Origin },
): Promise<void> {
  const isChanged = await inTransaction(db, async (trx) => {
    const user = await lockUser(trx, session);
    if (user.phrase === phrase) return false;
    await tellPerson(trx, user, { kind: 'phrase_changed', actor: 'person', origin });
    await trx.client.query('update app_user set phrase = $2 where id = $1', [user.id, phrase]);
    return true;
  });
  if (isChanged) events.publish([{ userId: session.userId, topics: ['account'] }]);
}
