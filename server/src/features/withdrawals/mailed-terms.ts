import { amountOf } from '@mercury/contract/money/amount.ts';
import { networkOf } from '@mercury/contract/money/asset.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { amountText } from '../../mail/amount-text.ts';
import type { WithdrawalTerms } from '../../mail/templates.ts';
import type { WithdrawalRow } from './queries.ts';

/** What a mail names, so that its reader can tell this withdrawal from one that somebody else asked for. */
export function mailedTermsOf(
  { asset, amount, fee, address, memo }: Pick<WithdrawalRow, 'asset' | 'amount' | 'fee' | 'address' | 'memo'>,
  { username }: Pick<UserRow, 'username'>,
): WithdrawalTerms {
  const written = (minorUnits: bigint): string => amountText(amountOf(asset, minorUnits));
  return {
    username,
    amount: written(amount),
    fee: written(fee),
    arrives: written(amount - fee),
    network: networkOf(asset) ?? '',
    address,
    memo,
  };
}
