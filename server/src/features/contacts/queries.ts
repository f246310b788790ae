import type { Contact, ContactType } from '@mercury/contract/api/contacts.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';

export type ContactRow = Pick<Row<'contact'>, 'id' | 'name' | 'wallet_address' | 'is_favorite' | 'email'>;

export function presentContact(row: ContactRow): Contact {
  return {
    id: row.id,
    name: row.name,
    walletAddress: row.wallet_address,
    isFavorite: row.is_favorite,
    ...(row.email !== null && { email: row.email }),
  };
}

// How far back a transfer counts as recent; it bounds what one view of the list reads.
const recentTransfersMax = 200;

/** `recent` has the recipients of money, latest first; the others are sorted by name. */
export async function findContacts(
  db: Database,
  userId: string,
  filter: { type: ContactType; search: string },
): Promise<readonly ContactRow[]> {
  const { rows } = await db.pool.query<ContactRow>(
    `with recent as (
       select counterparty, max(created_at) as used_at
         from (select counterparty, created_at from wallet_transaction
                where user_id = $1 and type = 'TRANSFER' and direction = 'out'
                order by created_at desc, id desc limit $4) latest
        group by counterparty
     )
     select contact.id, contact.name, contact.wallet_address, contact.is_favorite, contact.email
       from contact left join recent on recent.counterparty = contact.wallet_address
      where contact.user_id = $1
        and ($2 <> 'favorites' or contact.is_favorite)
        and ($2 <> 'recent' or recent.used_at is not null)
        and ($3 = '' or strpos(lower(contact.name), lower($3)) > 0 or strpos(contact.wallet_address, lower($3)) > 0
             or strpos(lower(contact.email), lower($3)) > 0)
      order by case when $2 = 'recent' then recent.used_at end desc nulls last, lower(contact.name), contact.id
      limit $5`,
    [userId, filter.type, filter.search.trim(), recentTransfersMax, limits.contactsMax],
  );
  return rows;
}

/** Undefined also for another person's. */
export async function findContact(db: Database, userId: string, id: string): Promise<ContactRow | undefined> {
  return db.kysely
    .selectFrom('contact')
    .select(['id', 'name', 'wallet_address', 'is_favorite', 'email'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}
