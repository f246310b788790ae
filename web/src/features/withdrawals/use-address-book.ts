import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import {
  createWithdrawalAddress,
  deleteWithdrawalAddress,
  setAllowList,
} from '@mercury/contract/api/withdrawals.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../api/ask-again.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { callWithProof } from '../../api/proof.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCancellableCommand } from '../../api/use-cancellable-command.ts';
import { useCommand } from '../../api/use-command.ts';

/** A change of the book is an event of the account's security too. */
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

/** One that was removed elsewhere meanwhile is gone, as was wanted. */
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
    // Refused where they are not the ones that the person has seen, or where a list that held has ended meanwhile.
    onError: () => {
      askForBook(queryClient);
      void askAgain(queryClient, topicKey('contacts'));
    },
  });
}
