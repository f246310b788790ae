import type { Selectable } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';

export type PasskeyRow = Selectable<Schema['passkey']>;

/** By what the browser calls it. */
export async function findPasskey(db: Database, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.kysely
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** Oldest first. */
export async function findPasskeysOf(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db.kysely.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}
