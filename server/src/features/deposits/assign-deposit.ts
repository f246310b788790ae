import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import type { RailName } from '../../rails/rail.ts';
import { waitsForOwner } from './queries.ts';

export interface DepositAssignment {
  readonly rail: RailName;
  readonly externalId: string;
  readonly userId: string;
  readonly actor: Actor;
  /** How they know the owner. */
  readonly reason: string;
}

/**
 * An operator has found the owner of a payment. The server credits it at its next look at the rail, once and only when final.
 * Returns false when no such payment waits, when its named owner is still here, or when `userId` has left.
 */
export async function assignDeposit(
  db: Database,
  { rail, externalId, userId, actor, reason }: DepositAssignment,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // The lock keeps the person from leaving meanwhile.
    const owner = await lockPerson(trx, userId);
    if (owner === undefined) return false;
    const { rowCount: assignedCount } = await trx.client.query(
      `update unassigned_deposit kept set assigned_to = $3
        where rail = $1 and external_id = $2 and ${waitsForOwner}`,
      [rail, externalId, userId],
    );
    if (assignedCount !== 1) return false;
    await appendEntry(trx, {
      actor,
      action: 'deposit.assign',
      subject: { kind: 'payment', id: externalId },
      after: { account: owner.username, accountId: userId },
      reason,
    });
    return true;
  });
}
