import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';

/** True above zero, of a decimal as it travels. */
export function hasAmount(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}

/** A total is as rough as its roughest part; what adds nothing to it takes nothing from it either. */
export function isTotalIndicative(
  wallets: readonly Pick<Wallet, 'usdValue' | 'isUsdValueIndicative'>[],
): boolean {
  return wallets.some(
    ({ usdValue, isUsdValueIndicative }) => isUsdValueIndicative && usdValue !== null && hasAmount(usdValue),
  );
}

/** What is held: part of the balance, and not to be used while a withdrawal or an order waits. */
export function heldOf({
  currency,
  balance,
  availableBalance,
}: Pick<Wallet, 'currency' | 'balance' | 'availableBalance'>): string {
  const whole = parseAmount(currency, balance)?.minorUnits ?? 0n;
  const available = parseAmount(currency, availableBalance)?.minorUnits ?? 0n;
  return formatAmount(amountOf(currency, whole - available));
}
