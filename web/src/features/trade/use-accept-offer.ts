import { acceptQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { showWallet } from '../../api/wallets-query.ts';

// Outlives the dialog: an offer whose answer was lost is accepted once, however often it is tried.
const intentKeys = createIntentKeys();

async function accept({ id, fromAmount, toAmount }: Quote) {
  const reply = await call(acceptQuote, {
    params: { id },
    // What the person saw: an offer that says anything else is refused.
    body: { fromAmount, toAmount },
    idempotencyKey: intentKeys.keyFor({ quoteId: id }),
  });
  intentKeys.settle();
  return reply;
}

/** It may have happened all the same: only the same offer, tried again, tells. */
export function isAnswerLost(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.isRefusal);
}

export function useAcceptOffer() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: accept,
    onSuccess: ({ wallet }) => showWallet(queryClient, wallet),
    // A lost answer may have moved the money too, so everything is asked again in any case.
    onSettled: () => {
      for (const topic of ['balance', 'transactions'] as const) {
        void queryClient.invalidateQueries({ queryKey: topicKey(topic) });
      }
    },
  });
}
