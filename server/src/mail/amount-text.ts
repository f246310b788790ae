import { formatAmount, type Amount } from '@mercury/contract/money/amount.ts';

/** "0.5 BTC": exact, without the trailing zeros of 18 decimals. */
export function amountText(amount: Amount): string {
  return `${formatAmount(amount).replace(/\.0+$|(\.[0-9]*[1-9])0+$/, '$1')} ${amount.asset}`;
}
