import { limits } from '@mercury/contract/limits.ts';
import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import type { Row } from '../../db/rows.ts';
import type { UserRow } from '../../identity/person/person.ts';
import type { Rail } from '../../rails/rail.ts';
import { isAllowListOn } from './permit.ts';

export type WithdrawalAddressRow = Row<'withdrawal_address'>;

export function presentAddress(row: WithdrawalAddressRow, { isSandbox }: Rail): WithdrawalAddress {
  const usableFrom = new Date(row.created_at.getTime() + limits.withdrawalWaitMs);
  const isWaiting = !isSandbox && usableFrom.getTime() > Date.now();
  return {
    id: row.id,
    currency: row.asset,
    address: row.address,
    memo: row.memo === '' ? null : row.memo,
    label: row.label,
    createdAt: row.created_at.toISOString(),
    usableFrom: isWaiting ? usableFrom.toISOString() : null,
  };
}

/** The allow-list as the caller sees it: also on while it still applies after it was turned off. */
export function presentAllowList(user: UserRow): { isAllowListOn: boolean; allowListEndsAt: string | null } {
  const isOn = isAllowListOn(user, new Date());
  return {
    isAllowListOn: isOn,
    allowListEndsAt: isOn ? (user.book_only_ends_at?.toISOString() ?? null) : null,
  };
}
