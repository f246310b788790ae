import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { withdraw } from '@mercury/contract/api/withdrawals.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { assetTraits, type AssetCode } from '@mercury/contract/money/asset.ts';
import { withdrawalFee } from '@mercury/contract/money/fee.ts';
import { DomainError } from '../../errors.ts';
import { readDestination, type Destination } from '../../rails/destinations.ts';
import type { Services } from '../../services.ts';

/** What is to be paid out, as far as the input alone says. */
export interface WithdrawalOrder {
  /** What leaves the balance. */
  readonly amount: Amount;
  /** A part of it. */
  readonly fee: Amount;
  readonly destination: Destination;
}

/** @throws DomainError WithdrawalNotOffered, ValidationFailed, AmountNotPositive, AmountOutOfRange, InvalidAddress */
export function readOrder(
  services: Pick<Services, 'rail' | 'config'>,
  input: BodyOf<typeof withdraw>,
): WithdrawalOrder {
  const { rail, config } = services;
  if (!rail.canWithdraw(input.currency)) throw new DomainError('WithdrawalNotOffered');
  const amount = readAmount(input.currency, input.amount);
  const fee = withdrawalFee(amount, config.withdrawalFeeBps);
  // Where the fee takes all of it, nothing would arrive.
  if (fee.minorUnits >= amount.minorUnits) throw new DomainError('AmountOutOfRange');
  return { amount, fee, destination: readDestinationOf(input) };
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
  const amount = parseAmount(asset, text);
  if (amount === undefined) {
    throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'amount', key: 'invalidAmount' }] });
  }
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  if (amount.minorUnits < leastOf(asset)) throw new DomainError('AmountOutOfRange');
  return amount;
}

function leastOf(asset: AssetCode): bigint {
  const least = parseAmount(asset, assetTraits[asset].withdrawalMin);
  if (least === undefined) throw new Error(`${asset} has no amount as its least withdrawal`);
  return least.minorUnits;
}
