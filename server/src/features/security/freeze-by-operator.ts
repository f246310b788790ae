import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { eventChannel, type LiveEvent } from '../../realtime/publisher.ts';
import type { UserRow } from '../users/find-user.ts';
import { endFreezeLinks, freeze } from './freeze.ts';
import { tellPerson } from './tell-person.ts';

/** Freezes an account until the operator unfreezes it. False where the operator had frozen it already. */
export function freezeByOperator(db: Database, userId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lock(trx, userId);
    if (user.frozen_by === 'operator') return false;
    const ended = await freeze(trx, { userId, by: 'operator' });
    await tellPerson(trx, user, { kind: 'account_frozen', actor: 'operator' });
    await endFreezeLinks(trx, userId);
    await publishWithCommit(trx, [ended]);
    return true;
  });
}

/** Opens a frozen account, whoever froze it. False where it is not frozen. */
export function unfreezeByOperator(db: Database, userId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lock(trx, userId);
    if (user.frozen_at === null) return false;
    await trx.client.query(
      'update app_user set frozen_at = null, frozen_by = null, unfreezes_at = null where id = $1',
      [userId],
    );
    await tellPerson(trx, user, { kind: 'account_unfrozen', actor: 'operator' });
    return true;
  });
}

async function lock(trx: Transaction, userId: string): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    'select * from app_user where id = $1 and deleted_at is null for no key update',
    [userId],
  );
  const [user] = rows;
  if (user === undefined) throw new Error('the account was deleted at this moment');
  return user;
}

/** The command ends right after the commit, so that its news go with it rather than after it as a server's do. */
async function publishWithCommit(trx: Transaction, events: readonly LiveEvent[]): Promise<void> {
  await trx.client.query('select pg_notify($1, $2)', [eventChannel, JSON.stringify(events)]);
}
