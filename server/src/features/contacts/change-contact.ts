import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { updateContact } from '@mercury/contract/api/contacts.ts';
import { maybeOne } from '../../db/rows.ts';
import type { Services } from '../../services.ts';
import type { ContactRow } from './queries.ts';

/** Undefined if the person has no such contact. */
export async function changeContact(
  services: Services,
  options: { userId: string; id: string; changes: BodyOf<typeof updateContact> },
): Promise<ContactRow | undefined> {
  const { userId, id, changes } = options;
  const changed = maybeOne(
    await services.db.pool.query<ContactRow>(
      `update contact
          set name = coalesce($3, name), is_favorite = coalesce($4, is_favorite), email = nullif(coalesce($5, email), '')
        where user_id = $1 and id = $2
        returning id, name, wallet_address, is_favorite, email`,
      [userId, id, changes.name ?? null, changes.isFavorite ?? null, changes.email ?? null],
    ),
  );
  if (changed !== undefined) services.events.publish([{ userId, topics: ['contacts'] }]);
  return changed;
}

export async function removeContact(
  services: Services,
  contact: { userId: string; id: string },
): Promise<boolean> {
  const { userId, id } = contact;
  const { numDeletedRows } = await services.db.kysely
    .deleteFrom('contact')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  // Messages of strangers are folded; those of contacts are not.
  services.events.publish([{ userId, topics: ['contacts', 'transactions'] }]);
  return true;
}
