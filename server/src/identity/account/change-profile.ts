import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { updateProfile } from '@mercury/contract/api/users.ts';
import { inTransaction } from '../../db/database.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { requireTwoFactorCode } from '../factors/check-proof.ts';
import { lockCaller } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';

/**
 * Leaves absent fields as they are. A new name needs the code if two-factor is on. A new language does not: the interface
 * saves it whenever it changes.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, RateLimitExceeded
 */
export async function changeProfile(
  services: Services,
  userId: string,
  { input, origin }: { input: BodyOf<typeof updateProfile>; origin: Origin },
): Promise<UserRow> {
  const { name, locale, twoFactorCode } = input;
  const user = await getUser(services.db.kysely, userId);
  const isRenamed = name !== undefined && name !== user.name;
  if (isRenamed) await requireTwoFactorCode(services, user, { code: twoFactorCode, origin });
  if (!isRenamed && (locale === undefined || locale === user.locale)) return user;
  const changed = await services.db.kysely
    .updateTable('app_user')
    .set({ ...(isRenamed ? { name } : {}), ...(locale === undefined ? {} : { locale }) })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirstOrThrow();
  services.events.publish([{ userId, topics: ['account'] }]);
  return changed;
}

/** Sets or removes the phrase that every mail shows. The mail about the change shows the old phrase, which its reader knows. */
export async function setPhrase(
  { db, events }: Services,
  { session, phrase, origin }: { session: Session; phrase: string | null; origin: Origin },
): Promise<void> {
  const isChanged = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    if (user.phrase === phrase) return false;
    await tellPerson(trx, user, { kind: 'phrase_changed', actor: 'person', origin });
    await trx.client.query('update app_user set phrase = $2 where id = $1', [user.id, phrase]);
    return true;
  });
  if (isChanged) events.publish([{ userId: session.userId, topics: ['account'] }]);
}
