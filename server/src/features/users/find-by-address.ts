import { normalizeAddress } from '@mercury/contract/money/address.ts';
import type { Database } from '../../db/database.ts';

/** Whose wallet address this is; undefined where it is nobody's. */
export async function findUserIdByAddress(db: Database, address: string): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('app_user')
    .select('id')
    .where('address', '=', normalizeAddress(address))
    // Nobody could take out what arrives there.
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
