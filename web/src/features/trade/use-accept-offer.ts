import { acceptQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { useQueryClient } from '@tanstack/react-query';
import { askAgain } from '../../api/ask-again.ts';
import { call } from '../../api/client.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { useSession } from '../../api/use-session.ts';
import { showWallet } from '../../api/wallets-query.ts';
import { offersKey } from './offer.ts';
import { settle, useUnsettledOffer } from './unsettled-offer.ts';

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

export function useAcceptOffer() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const command = useCommand({
    mutationFn: (quote: Quote) => {
      // A newer offer that is on its way is not waited for any more.
      void queryClient.cancelQueries({ queryKey: offersKey });
      return settle({ quote, userId }, () => accept(quote));
    },
    onSuccess: ({ wallet }) => showWallet(queryClient, wallet),
    // A lost answer may have moved the money too, so everything is asked again in any case.
    onSettled: () => {
      for (const topic of ['balance', 'transactions'] as const) {
        void askAgain(queryClient, topicKey(topic));
      }
    },
  });
  const unsettled = useUnsettledOffer(userId);
  const { isPending, isSuccess, isIdle, variables } = command;
  return {
    ...command,
    /** What was confirmed, until it is refused: no other offer stands in its place. */
    confirmed: isPending || isSuccess ? variables : unsettled?.quote,
    /** It may have been accepted, and is tried again as it is. */
    isLost: unsettled !== undefined && (unsettled.isLost || isIdle),
  };
}

export type AcceptOffer = ReturnType<typeof useAcceptOffer>;
