import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { setAllowList as setAllowListEndpoint } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import { tellPerson } from '../../identity/events/tell-person.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';
import { isAllowListOn } from './permit.ts';
import { presentAllowList } from './present-address.ts';

interface AllowListChange {
  readonly session: Session;
  readonly input: BodyOf<typeof setAllowListEndpoint>;
  readonly origin: Origin;
}

/**
 * Turns on at once, when the caller names every contact that money may then go to: a thief may have saved one without proof.
 * Turns off at once in the sandbox, elsewhere a day later: else an intruder could drop the guard and take the money in one visit.
 * @throws DomainError ValidationFailed
 */
export async function setAllowList(
  { db, rail }: Services,
  { session, input, origin }: AllowListChange,
): Promise<ReturnType<typeof presentAllowList>> {
  const user = await inTransaction(db, async (trx) => {
    const { isOn, contactIds = [] } = input;
    // Saving a contact takes this lock too.
    const before = await lockCaller(trx, session);
    const wasOn = before.withdraws_to_book_only && before.book_only_ends_at === null;
    if (wasOn === isOn) return before;
    if (isOn && !isAllowListOn(before, new Date())) await requireAllContacts(trx, before.id, contactIds);
    await tellPerson(trx, before, {
      kind: isOn ? 'allow_list_turned_on' : 'allow_list_turned_off',
      actor: 'person',
      origin,
    });
    return writeAllowList(trx, { userId: before.id, isOn, waits: !rail.isSandbox });
  });
  return presentAllowList(user);
}

async function requireAllContacts(
  trx: Transaction,
  userId: string,
  contactIds: readonly string[],
): Promise<void> {
  const contacts = await trx.kysely
    .selectFrom('contact')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  const named = new Set(contactIds);
  if (contacts.length === contactIds.length && contacts.every(({ id }) => named.has(id))) return;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'contactIds', key: 'invalid' }] });
}

async function writeAllowList(
  trx: Transaction,
  { userId, isOn, waits }: { userId: string; isOn: boolean; waits: boolean },
): Promise<UserRow> {
  return one(
    await trx.client.query<UserRow>(
      `update app_user
       set withdraws_to_book_only = $2,
           book_only_ends_at = case when $3 then now() + make_interval(secs => $4) end
       where id = $1
       returning *`,
      [userId, isOn || waits, !isOn && waits, limits.withdrawalWaitMs / 1000],
    ),
  );
}
