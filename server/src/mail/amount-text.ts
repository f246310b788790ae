import { formatAmount, type Amount } from '@mercury/contract/money/amount.ts';

/** "0.5 BTC": exact, and without the zeros that 18 decimals mostly are. */
export function amountText(amount: Amount): string {
  return `${formatAmount(amount).replace(/\.0+$|(\.[0-9]*[1-9])0+$/, '$1')} ${amount.asset}`;
}
