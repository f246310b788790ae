import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { listWithdrawalAddresses } from '@mercury/contract/api/withdrawals.ts';
import { limits } from '@mercury/contract/limits.ts';
import { getUser } from '../../identity/person/person.ts';
import type { Services } from '../../services.ts';
import { presentAddress, presentAllowList } from './present-address.ts';

/** Sorted by label. */
export async function listAddresses(
  { db, rail }: Services,
  userId: string,
): Promise<ReplyOf<typeof listWithdrawalAddresses>> {
  const [user, rows] = await Promise.all([
    getUser(db.kysely, userId),
    db.kysely
      .selectFrom('withdrawal_address')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy((order) => order.fn('lower', ['label']))
      .orderBy('id')
      .limit(limits.withdrawalAddressesMax)
      .execute(),
  ]);
  return {
    success: true,
    addresses: rows.map((row) => presentAddress(row, rail)),
    ...presentAllowList(user),
  };
}
