import { appendEntry } from '../audit/append-entry.ts';
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
  trx: Transaction,
  { command, subjectId, operator, detail }: OperatorAction,
): Promise<void> {
  await appendEntry(trx, {
    actor: { kind: 'operator', name: operator },
    action: command,
    ...(subjectId !== undefined && { subject: { kind: 'row', id: subjectId } }),
    reason: detail,
  });
}
