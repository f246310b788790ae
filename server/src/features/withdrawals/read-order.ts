import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { parseAmount, parseAmountOutside, type Amount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { leastWithdrawal, withdrawalFee } from '@mercury/contract/money/fee.ts';
import { DomainError } from '../../errors.ts';
import { readDestination, type Destination } from '../../rails/destinations.ts';
import type { Services } from '../../services.ts';
import { networkFeeOf } from '../../withdrawal-settings.ts';

/** The order as the input alone tells it. */
export interface WithdrawalOrder {
  /** Leaves the balance, with the fee in it. */
  readonly amount: Amount;
  /** Part of `amount`: the percentage and the network fee. */
  readonly fee: Amount;
  readonly destination: Destination;
}

/** @throws DomainError WithdrawalNotOffered, ValidationFailed, AmountNotPositive, InvalidAddress */
export function readOrder(
  services: Pick<Services, 'rail' | 'settings'>,
  input: BodyOf<typeof withdraw>,
): WithdrawalOrder {
  const { rail } = services;
  const settings = services.settings.current;
  if (!rail.canWithdraw(input.currency)) throw new DomainError('WithdrawalNotOffered');
  const amount = readAmount(input.currency, input.amount);
  const networkFee = networkFeeOf(settings, input.currency);
  const fee = withdrawalFee(amount, { feeBps: settings.withdrawalFeeBps, networkFee });
  return { amount, fee, destination: readDestinationOf(input) };
}

/**
 * Checks an order against the operator's present terms. Not for a repeat, which was made on the terms of its time.
 * @throws DomainError AmountOutOfRange, QuoteChanged when the person was shown another fee
 */
export function requireTerms(
  { settings }: Pick<Services, 'settings'>,
  { amount, fee }: WithdrawalOrder,
  shownFee: string | undefined,
): void {
  const { asset, minorUnits } = amount;
  const least = leastWithdrawal(asset, networkFeeOf(settings.current, asset));
  // If the fee takes the whole amount, nothing arrives.
  if (minorUnits < least.minorUnits || fee.minorUnits >= minorUnits)
    throw new DomainError('AmountOutOfRange');
  if (shownFee !== undefined && parseAmount(asset, shownFee)?.minorUnits !== fee.minorUnits) {
    throw new DomainError('QuoteChanged');
  }
}

/** @throws DomainError InvalidAddress */
export function readDestinationOf(input: {
  readonly currency: AssetCode;
  readonly address: string;
  readonly memo?: string | undefined;
}): Destination {
  const destination = readDestination(input.currency, input);
  if (destination === undefined) throw new DomainError('InvalidAddress');
  return destination;
}

function readAmount(asset: AssetCode, text: string): Amount {
  const amount = parseAmountOutside(asset, text);
  if (amount === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  return amount;
}
