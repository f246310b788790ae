import { labelSchema, noteSchema } from '@mercury/contract/api/shapes.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { TransferOrder } from './use-transfer.ts';

/** What the form holds, as it was typed; the amount is a plain decimal already. */
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

/** A name is needed only where the address is to be saved under it. */
export function isContactNameValid({ isSaved, contactName }: TransferEntry): boolean {
  return !isSaved || labelSchema.safeParse(contactName).success;
}

/** The command that a checked entry stands for. The same entry makes the same order, and so the same intent. */
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
