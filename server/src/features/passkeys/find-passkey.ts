import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';

export type PasskeyRow = Row<'passkey'>;

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
