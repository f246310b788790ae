import { labelSchema, noteSchema } from '@mercury/contract/api/shapes.ts';
import { readRecipient } from '@mercury/contract/money/address.ts';
import type { Wallet } from '@mercury/contract/api/wallets.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { readContactEmail, type SavedContact } from '../../domain/contact-email.ts';
import type { TransferOrder } from './use-transfer.ts';

/** What is sent from. Decimals as in the API. */
export interface TransferSource {
  currency: AssetCode;
  availableBalance: string;
}

/** Of an asset that the person never had there is nothing. */
export function sourceIn(wallets: readonly Wallet[], currency: AssetCode): TransferSource {
  return wallets.find((wallet) => wallet.currency === currency) ?? { currency, availableBalance: '0' };
}

/** What can be sent: what there is, and what is chosen, which somebody's link may ask for. */
export function sourcesOf(wallets: readonly Wallet[], chosen: AssetCode): readonly TransferSource[] {
  const own = wallets.filter(
    ({ currency, balance }) =>
      assetOf(currency).isTransferable && (currency === coinCode || /[1-9]/.test(balance)),
  );
  const isListed = own.some(({ currency }) => currency === chosen);
  return isListed ? own : [...own, sourceIn(wallets, chosen)];
}

/** Undefined while the account is not known. */
export interface OwnNames {
  address: string | undefined;
  username: string | undefined;
}

type AmountProblem = 'enterValidAmount' | 'insufficientBalance';
type RecipientProblem =
  | 'required'
  | 'invalidAddress'
  | 'ownAddress'
  | 'emailOfNobody'
  | 'emailOfSeveral'
  | 'contactsUnknown';

const emailProblems = {
  nobody: 'emailOfNobody',
  several: 'emailOfSeveral',
  unknown: 'contactsUnknown',
} as const satisfies Record<string, RecipientProblem>;

/** True above zero: without an amount there is nothing to submit yet. */
export function isAboveZero(currency: AssetCode, amountText: string): boolean {
  return (parseAmount(currency, amountText)?.minorUnits ?? 0n) > 0n;
}

/** `amountText` is a plain decimal. */
export function amountProblem(amountText: string, source: TransferSource): AmountProblem | undefined {
  const amount = parseAmount(source.currency, amountText);
  const available = parseAmount(source.currency, source.availableBalance);
  if (!amount || amount.minorUnits === 0n) return 'enterValidAmount';
  return !available || amount.minorUnits > available.minorUnits ? 'insufficientBalance' : undefined;
}

/** Whom the typed text is compared with. */
export interface KnownNames {
  own: OwnNames;
  /** Undefined until they are loaded. */
  contacts: readonly SavedContact[] | undefined;
}

/** What can be told without the server. Whether the text reaches anybody, only the server knows. */
export function recipientProblem(text: string, { own, contacts }: KnownNames): RecipientProblem | undefined {
  if (text.trim() === '') return 'required';
  const email = readContactEmail(text, contacts);
  if (email && email.kind !== 'one') return emailProblems[email.kind];
  const name = readRecipient(email?.walletAddress ?? text);
  if (name === undefined) return 'invalidAddress';
  const isOwn =
    name.kind === 'address'
      ? name.address === own.address?.toLowerCase()
      : name.username === own.username?.toLowerCase();
  return isOwn ? 'ownAddress' : undefined;
}

/** What stays available after sending; undefined if the balance is too small. */
export function remainingAfter(amountText: string, source: TransferSource): string | undefined {
  const amount = parseAmount(source.currency, amountText);
  const available = parseAmount(source.currency, source.availableBalance);
  if (!amount || !available || amount.minorUnits > available.minorUnits) return undefined;
  return formatAmount(amountOf(source.currency, available.minorUnits - amount.minorUnits));
}

/** The form's values as typed. The amount is a plain decimal already. */
export interface TransferEntry {
  currency: AssetCode;
  amount: string;
  /** An address, a username with its @, or the email of a contact. */
  recipientAddress: string;
  note: string;
  isSaved: boolean;
  contactName: string;
}

export function isNoteValid(note: string): boolean {
  return noteSchema.safeParse(note).success;
}

/** A name is needed only if the address is to be saved. */
export function isContactNameValid({ isSaved, contactName }: TransferEntry): boolean {
  return !isSaved || labelSchema.safeParse(contactName).success;
}

/**
 * The request of a checked entry, to the address that the review showed: a username could be somebody else's by now. The same
 * entry makes the same order, and so the same intent.
 */
export function orderOf(entry: TransferEntry, walletAddress: string): TransferOrder {
  const { currency } = entry;
  const amount = parseAmount(currency, entry.amount);
  if (!amount) throw new RangeError('an order is made of a checked entry');
  const note = entry.note.trim();
  return {
    recipientAddress: walletAddress,
    amount: formatAmount(amount),
    currency,
    ...(note !== '' && { note }),
    ...(entry.isSaved && { saveToContacts: true, contactName: entry.contactName.trim() }),
  };
}
