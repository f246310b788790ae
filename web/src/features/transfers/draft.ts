import { labelSchema, noteSchema } from '@mercury/contract/api/shapes.ts';
import { isWalletAddress, normalizeAddress } from '@mercury/contract/money/address.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { TransferOrder } from './use-transfer.ts';

/** What a transfer is checked against. Decimals as in the API. */
export interface TransferMeans {
  currency: AssetCode;
  availableBalance: string;
  ownAddress: string | undefined;
}

type AmountProblem = 'enterValidAmount' | 'insufficientBalance';
type AddressProblem = 'required' | 'invalidAddress' | 'ownAddress';

/** True above zero: without an amount there is nothing to submit yet. */
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

/** What stays available after sending; undefined if the balance is too small. */
export function remainingAfter(amountText: string, means: TransferMeans): string | undefined {
  const amount = parseAmount(means.currency, amountText);
  const available = parseAmount(means.currency, means.availableBalance);
  if (!amount || !available || amount.minorUnits > available.minorUnits) return undefined;
  return formatAmount(amountOf(means.currency, available.minorUnits - amount.minorUnits));
}

/** The form's values as typed. The amount is a plain decimal already. */
export interface TransferEntry {
  amount: string;
  recipientAddress: string;
  note: string;
  isSaved: boolean;
  contactName: string;
}

export const emptyEntry: TransferEntry = {
  amount: '',
  recipientAddress: '',
  note: '',
  isSaved: false,
  contactName: '',
};

export function isNoteValid(note: string): boolean {
  return noteSchema.safeParse(note).success;
}

/** A name is needed only if the address is to be saved. */
export function isContactNameValid({ isSaved, contactName }: TransferEntry): boolean {
  return !isSaved || labelSchema.safeParse(contactName).success;
}

/** The request of a checked entry. The same entry makes the same order, and so the same intent. */
export function orderOf(entry: TransferEntry, currency: AssetCode): TransferOrder {
  const amount = parseAmount(currency, entry.amount);
  if (!amount) throw new RangeError('an order is made of a checked entry');
  const note = entry.note.trim();
  return {
    recipientAddress: entry.recipientAddress.trim(),
    amount: formatAmount(amount),
    currency,
    ...(note !== '' && { note }),
    ...(entry.isSaved && { saveToContacts: true, contactName: entry.contactName.trim() }),
  };
}
