import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { updateProfile } from '@mercury/contract/api/users.ts';
import type { Origin } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { requireTwoFactorCode } from '../factors/require-code.ts';
import { getUser, type UserRow } from '../person/person.ts';

/**
 * Changes what is given and leaves the rest. Another name needs the code where two-factor is on; the language, which the
 * interface keeps as it goes, does not.
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
