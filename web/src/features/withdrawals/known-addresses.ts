import type { WithdrawalAddress } from '@mercury/contract/api/withdrawals.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { looksAlike } from '@mercury/contract/money/look-alike.ts';

interface Destination {
  currency: AssetCode;
  address: string;
  memo: string;
}

/** The entry of the book that a destination is, memo and all. */
export function bookEntryOf(book: readonly WithdrawalAddress[], { currency, address, memo }: Destination) {
  return book.find(
    (entry) =>
      entry.currency === currency && entry.address === address.trim() && (entry.memo ?? '') === memo.trim(),
  );
}

/**
 * The entry that an address resembles without being it, of whatever currency: somebody may have sent a trifle from such
 * an address, in the hope that it is copied from the history.
 */
export function lookAlikeOf(book: readonly WithdrawalAddress[], address: string) {
  const given = address.trim();
  if (book.some((entry) => entry.address === given)) return undefined;
  return book.find((entry) => looksAlike(given, entry.address));
}
