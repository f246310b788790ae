import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

export type WithdrawalOrder = BodyOf<typeof withdraw>;

/** What the form holds, as it was typed; the amount is a plain decimal already. */
export interface WithdrawalEntry {
  currency: AssetCode;
  amount: string;
  address: string;
  memo: string;
}

/** The command that a checked entry stands for, with the fee that was shown of it. */
export function orderOf({ currency, amount, address, memo }: WithdrawalEntry, fee: string): WithdrawalOrder {
  const parsed = parseAmount(currency, amount);
  if (!parsed) throw new RangeError('an order is made of a checked entry');
  return {
    currency,
    amount: formatAmount(parsed),
    address: address.trim(),
    ...(memo.trim() !== '' && { memo: memo.trim() }),
    fee,
  };
}
