import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  createWithdrawalAddress,
  deleteWithdrawalAddress,
  setAllowList,
  type WithdrawalAddress,
} from '@mercury/contract/api/withdrawals.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { looksAlike } from '@mercury/contract/money/look-alike.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { callWithProof } from '../../api/proof.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCancellableCommand, useCommand } from '../../api/use-command.ts';
import { openedPath } from '../../domain/opened-by.ts';
import { paths } from '../../paths.ts';

export const addAddressName = 'address-add';

/** The address book, with the dialog for a new address. */
export const addAddressPath = openedPath(paths.withdrawalAddresses, addAddressName);

interface Destination {
  currency: AssetCode;
  address: string;
  memo: string;
}

/** The entry of the book for a destination, including the memo. */
export function bookEntryOf(book: readonly WithdrawalAddress[], { currency, address, memo }: Destination) {
  return book.find(
    (entry) =>
      entry.currency === currency && entry.address === address.trim() && (entry.memo ?? '') === memo.trim(),
  );
}

/**
 * The entry that an address resembles without being it, in any currency. An attacker may have sent a trifle from such an address,
 * hoping that the person copies it from the history.
 */
export function lookAlikeOf(book: readonly WithdrawalAddress[], address: string) {
  const given = address.trim();
  if (book.some((entry) => entry.address === given)) return undefined;
  return book.find((entry) => looksAlike(given, entry.address));
}

/** A change of the book is also an event of the account's security. */
function askForBook(queryClient: QueryClient): void {
  void askAgain(queryClient, topicKey('withdrawalAddresses'));
  void askAgain(queryClient, topicKey('account'));
}

export function useAddAddress() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (body: BodyOf<typeof createWithdrawalAddress>) =>
      callWithProof(createWithdrawalAddress, { body }),
    onSuccess: () => askForBook(queryClient),
  });
}

/** Already removed elsewhere counts as success. */
async function removeUnlessGone(id: string): Promise<void> {
  try {
    await call(deleteWithdrawalAddress, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NotFound') throw error;
  }
}

export function useRemoveAddress() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: removeUnlessGone,
    onSuccess: () => askForBook(queryClient),
  });
}

export function useSetAllowList() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (body: BodyOf<typeof setAllowList>) => callWithProof(setAllowList, { body }),
    onSuccess: () => askForBook(queryClient),
    // Refused if the contacts are not those that the person saw, or if a list that was still on has ended meanwhile.
    onError: () => {
      askForBook(queryClient);
      void askAgain(queryClient, topicKey('contacts'));
    },
  });
}
