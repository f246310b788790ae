import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';

/** What a transfer is checked against. Decimals as they travel. */
export interface TransferMeans {
  currency: AssetCode;
  availableBalance: string;
  ownAddress: string | undefined;
}

export type AmountProblem = 'enterValidAmount' | 'insufficientBalance';
export type AddressProblem = 'required' | 'invalidAddress' | 'ownAddress';

/** True above zero: with nothing above it there is nothing to submit yet. */
export function isAboveZero(currency: AssetCode, amountText: string): boolean {
  return (parseAmount(currency, amountText)?.minorUnits ?? 0n) > 0n;
}

/** `amountText` is a plain decimal. */
export function amountProblem(amountText: string, means: TransferMeans): AmountProblem | undefined {
  const amount = parseAmount(means.currency, amountText);
  const available = parseAmount(means.currency, means.availableBalance);
  if (!amount || amount.minorUnits === 0n) return 'enterValidAmount';
  return !available || amount.minorUnits > available.minorUnits ? 'insufficientBalance' : undefined;
}

export function addressProblem(
  addressText: string,
  ownAddress: string | undefined,
): AddressProblem | undefined {
  const address = addressText.trim();
  if (address === '') return 'required';
  if (!isWalletAddress(address)) return 'invalidAddress';
  const isOwn = ownAddress !== undefined && normalizeAddress(address) === normalizeAddress(ownAddress);
  return isOwn ? 'ownAddress' : undefined;
}

/** What stays available after sending; only for an amount that there is enough for. */
export function remainingAfter(amountText: string, means: TransferMeans): string | undefined {
  const amount = parseAmount(means.currency, amountText);
  const available = parseAmount(means.currency, means.availableBalance);
  if (!amount || !available || amount.minorUnits > available.minorUnits) return undefined;
  return formatAmount(amountOf(means.currency, available.minorUnits - amount.minorUnits));
}
