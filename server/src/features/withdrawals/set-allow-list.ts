import { limits } from '@mercury/contract/limits.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../security/tell-person.ts';
import type { UserRow } from '../users/find-user.ts';
import { lockUser } from '../users/lock-user.ts';
import { presentAllowList } from './present-address.ts';

/**
 * On at once. Off at once where money is pretended; elsewhere a day later, so that whoever got into the account can't take
 * the guard off and the money out in one visit.
 */
export async function setAllowList(
  { db, rail }: Services,
  { session, isOn, origin }: { session: Session; isOn: boolean; origin: Origin },
): Promise<ReturnType<typeof presentAllowList>> {
  const user = await inTransaction(db, async (trx) => {
    const before = await lockUser(trx, session);
    const wasOn = before.withdraws_to_book_only && before.book_only_ends_at === null;
    if (wasOn === isOn) return before;
    await tellPerson(trx, before, {
      kind: isOn ? 'allow_list_turned_on' : 'allow_list_turned_off',
      actor: 'person',
      origin,
    });
    return writeAllowList(trx, { userId: before.id, isOn, waits: !rail.isSandbox });
  });
  return presentAllowList(user);
}

async function writeAllowList(
  trx: Transaction,
  { userId, isOn, waits }: { userId: string; isOn: boolean; waits: boolean },
): Promise<UserRow> {
  const { rows } = await trx.client.query<UserRow>(
    `update app_user
     set withdraws_to_book_only = $2,
         book_only_ends_at = case when $3 then now() + make_interval(secs => $4) end
     where id = $1
     returning *`,
    [userId, isOn || waits, !isOn && waits, limits.withdrawalWaitMs / 1000],
  );
  const [user] = rows;
  if (user === undefined) throw new Error('a locked account is gone');
  return user;
}
