import { inTransaction, type Database } from '../../db/database.ts';
import { writeDown } from '../../operator/write-down.ts';
import { publishWithCommit } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockForOperator } from '../person/locks.ts';
import { endFreezeLinks, freeze } from './freeze.ts';

interface ByOperator {
  readonly userId: string;
  /** The operator's name. */
  readonly operator: string;
}

/** Only the operator unfreezes the account again. Returns false if the operator had already frozen it. */
export function freezeByOperator(
  { db, accountParts }: Pick<Services, 'db' | 'accountParts'>,
  { userId, operator }: ByOperator,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.frozen_by === 'operator') return false;
    const ended = await freeze(trx, accountParts, { userId, by: 'operator' });
    await tellPerson(trx, user, { kind: 'account_frozen', actor: 'operator' });
    await endFreezeLinks(trx, userId);
    await writeDown(trx, { command: 'freeze', subjectId: userId, operator, detail: '' });
    await publishWithCommit(trx, [ended]);
    return true;
  });
}

/** Unfreezes an account, no matter who froze it. Returns false if it is not frozen. */
export function unfreezeByOperator(db: Database, { userId, operator }: ByOperator): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.frozen_at === null) return false;
    await trx.client.query(
      'update app_user set frozen_at = null, frozen_by = null, unfreezes_at = null where id = $1',
      [userId],
    );
    await tellPerson(trx, user, { kind: 'account_unfrozen', actor: 'operator' });
    await writeDown(trx, { command: 'unfreeze', subjectId: userId, operator, detail: '' });
    return true;
  });
}
