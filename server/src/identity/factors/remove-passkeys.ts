import type { Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { recordSecurityEvent } from '../events/security-events.ts';

/**
 * Removes the passkeys that nobody says they know: with a new password, one that somebody else added must not go on
 * opening the account. The mail about the password tells of it. The caller holds the person's row. Answers their names.
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
