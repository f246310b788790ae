import type { AccountPart } from '../../account-part.ts';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import { lockBalances } from '../../ledger/ledger.ts';
import { publishWithCommit, type SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockForOperator } from '../person/locks.ts';
import type { UserRow } from '../person/person.ts';
import { endSessions } from '../sessions/end-sessions.ts';

/**
 * Deletes passkeys too: a reset would not keep out a thief who added one. Features take back what must stop, such as withdrawals.
 * Links that undo an email change stay: with them the person takes the account back. The caller holds the account's lock.
 */
export async function freeze(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { userId, by }: { userId: string; by: 'link' | 'operator' },
): Promise<SessionsEndedEvent> {
  // A concurrent transfer commits first, or finds the account frozen.
  await lockBalances(trx, { userIds: [userId] });
  // A link must not turn the operator's freeze into one that ends by itself.
  await trx.client.query(
    `update app_user
     set frozen_at = now(), unfreezes_at = null, frozen_by = case when frozen_by = 'operator' then frozen_by else $2 end
     where id = $1`,
    [userId, by],
  );
  for (const { onFreeze } of accountParts) await onFreeze?.(trx, userId);
  await trx.client.query('delete from known_device where user_id = $1', [userId]);
  await trx.client.query('delete from password_reset where user_id = $1', [userId]);
  await trx.client.query('delete from passkey where user_id = $1', [userId]);
  return endSessions(trx, { userId, reason: 'account_frozen' });
}

/** Another freeze link must not freeze the account again later. */
export async function endFreezeLinks(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query(`delete from account_link where user_id = $1 and purpose = 'freeze'`, [userId]);
}

export interface ByOperator {
  readonly userId: string;
  /** A member of staff, or whoever runs the command. */
  readonly actor: Actor;
  /** Of the command it is optional. */
  readonly reason?: string | undefined;
}

/** Only the operator unfreezes it again. False if the operator had already frozen it. @throws DomainError NotFound */
export function freezeByOperator(
  { db, accountParts }: Pick<Services, 'db' | 'accountParts'>,
  { userId, actor, reason }: ByOperator,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.frozen_by === 'operator') return false;
    const ended = await freeze(trx, accountParts, { userId, by: 'operator' });
    await tellPerson(trx, user, { kind: 'account_frozen', actor: 'operator' });
    await endFreezeLinks(trx, userId);
    await publishWithCommit(trx, [ended]);
    await appendEntry(trx, {
      actor,
      action: 'people.freeze',
      subject: { kind: 'person', id: userId },
      before: frozenFacts(user),
      after: { frozenBy: 'operator' },
      reason,
    });
    return true;
  });
}

/** What the log and a proposal say of a freeze. */
export function frozenFacts({ username, frozen_at, frozen_by, unfreezes_at }: UserRow) {
  return {
    username,
    frozenBy: frozen_by,
    frozenSince: frozen_at?.toISOString() ?? null,
    unfreezesAt: unfreezes_at?.toISOString() ?? null,
  };
}

/** No matter who froze it. False if it is not frozen. @throws DomainError NotFound */
export function unfreezeByOperator(db: Database, { userId, actor, reason }: ByOperator): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const user = await lockForOperator(trx, userId);
    if (user.frozen_at === null) return false;
    await unfreeze(trx, user);
    await appendEntry(trx, {
      actor,
      action: 'people.unfreeze',
      subject: { kind: 'person', id: userId },
      before: frozenFacts(user),
      after: { frozenBy: null },
      reason,
    });
    return true;
  });
}

/** Tells the person. The caller holds the row lock, and writes the log. */
export async function unfreeze(trx: Transaction, user: UserRow): Promise<void> {
  await trx.client.query(
    'update app_user set frozen_at = null, frozen_by = null, unfreezes_at = null where id = $1',
    [user.id],
  );
  await tellPerson(trx, user, { kind: 'account_unfrozen', actor: 'operator' });
}
