import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../db/database.ts';

export interface OperatorAction {
  /** As the operator called it. */
  readonly command: string;
  /** The row that it is about, if it is about one. */
  readonly subjectId?: string;
  readonly operator: string;
  readonly detail: string;
}

/** Says who did what by hand, and why, in the commit that does it. */
export async function writeDown(
  { client }: Transaction,
  { command, subjectId, operator, detail }: OperatorAction,
): Promise<void> {
  await client.query(
    'insert into operator_action (id, command, subject_id, operator, detail) values ($1, $2, $3, $4, $5)',
    [uuidv7(), command, subjectId ?? null, operator, detail],
  );
}
