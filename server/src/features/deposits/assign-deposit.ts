import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../../db/database.ts';
import type { RailName } from '../../rails/rail.ts';

export interface DepositAssignment {
  readonly rail: RailName;
  readonly externalId: string;
  readonly userId: string;
  /** Who says so, and from what they know it. */
  readonly operator: string;
  readonly reason: string;
}

/**
 * An operator has found out whose a payment is. The server credits it at its next look at the rail, like any other: once,
 * and only when it is final. Answers false where no such payment waits, or where somebody was named already.
 */
export async function assignDeposit(
  db: Database,
  { rail, externalId, userId, operator, reason }: DepositAssignment,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rowCount } = await trx.client.query(
      `update unassigned_deposit set assigned_to = person.id
         from app_user person
        where rail = $1 and external_id = $2 and assigned_to is null
          and person.id = $3 and person.deleted_at is null`,
      [rail, externalId, userId],
    );
    if (rowCount !== 1) return false;
    await trx.client.query(
      `insert into operator_action (id, command, subject_id, operator, detail)
       values ($1, 'assign-deposit', $2, $3, $4)`,
      [uuidv7(), userId, operator, `${externalId}: ${reason}`],
    );
    return true;
  });
}
