import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { updateProfile } from '@mercury/contract/api/users.ts';
import type { Database } from '../../db/database.ts';
import { getUser, type UserRow } from './find-user.ts';

/** Changes what is given and leaves the rest. */
export async function changeProfile(
  db: Database,
  userId: string,
  { name, locale }: BodyOf<typeof updateProfile>,
): Promise<UserRow> {
  if (name === undefined && locale === undefined) return getUser(db.kysely, userId);
  return db.kysely
    .updateTable('app_user')
    .set({ ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }) })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
