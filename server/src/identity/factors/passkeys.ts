import type { Passkey } from '@mercury/contract/api/passkey-shape.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockCaller } from '../person/locks.ts';

export type PasskeyRow = Row<'passkey'>;

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

export function presentPasskey(row: Omit<PasskeyRow, 'user_id'>): Passkey {
  return {
    id: row.id,
    name: row.name,
    isSynced: row.is_synced,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** @throws DomainError NotFound */
export async function deletePasskey(
  { db, events }: Pick<Services, 'db' | 'events'>,
  session: Session,
  { passkeyId, origin }: { passkeyId: string; origin: Origin },
): Promise<void> {
  const { userId } = session;
  await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const { rowCount } = await trx.client.query('delete from passkey where id = $1 and user_id = $2', [
      passkeyId,
      userId,
    ]);
    if (rowCount !== 1) throw new DomainError('NotFound');
    await tellPerson(trx, user, { kind: 'passkey_removed', actor: 'person', origin });
  });
  events.publish([{ userId, topics: ['account'] }]);
}

/**
 * Removes the passkeys that the person does not name: after a new password, a stranger's passkey must not open the account.
 * The mail about the password tells of the removal. The caller holds the person's row lock. Returns the passkeys' names.
 */
export async function removeUnknownPasskeys(
  trx: Transaction,
  {
    userId,
    knownIds = [],
    origin,
  }: { userId: string; knownIds?: readonly string[] | undefined; origin: Origin },
): Promise<readonly string[]> {
  const { rows } = await trx.client.query<{ name: string }>(
    'delete from passkey where user_id = $1 and id <> all($2::uuid[]) returning name',
    [userId, knownIds],
  );
  const names = rows.map(({ name }) => name);
  for (let count = 0; count < names.length; count += 1) {
    await recordSecurityEvent(trx, userId, { kind: 'passkey_removed', actor: 'person', origin });
  }
  return names;
}
