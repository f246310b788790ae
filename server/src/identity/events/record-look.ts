import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../person/person.ts';
import { recordSecurityEvent } from './security-events.ts';

/** Somebody of the operator's side reads what is a person's. It is written down, and stands in the person's own history. */
export async function recordLook(
  trx: Transaction,
  { id, username, deleted_at: leftAt }: UserRow,
  { actor, reason }: { actor: Actor; reason: string | undefined },
): Promise<void> {
  if (leftAt === null) await recordSecurityEvent(trx, id, { kind: 'staff_looked', actor: 'operator' });
  await appendEntry(trx, {
    actor,
    action: 'people.look',
    subject: { kind: 'person', id },
    after: { username },
    reason,
  });
}
