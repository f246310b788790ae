import type { depositBody } from '@mercury/contract/api/deposits.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { askAgain } from '../../api/ask-again.ts';
import { atLeast } from '../../api/at-least.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { moneyActions } from '../../api/money-actions.ts';
import { topicKey } from '../../api/topic-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { showWallet } from '../../api/wallets-query.ts';

type DepositOrder = z.output<typeof depositBody>;

const processingMinMs = 2000;

// Outlives the dialog: whoever closes it after a lost answer and deposits the same again still deposits it once.
const intentKeys = createIntentKeys();

async function send(queryClient: QueryClient, order: DepositOrder) {
  const money = await moneyActions(queryClient);
  const reply = await atLeast(
    processingMinMs,
    money.deposit({ order, idempotencyKey: intentKeys.keyFor(order) }),
  );
  intentKeys.settle();
  return reply;
}

export function useDeposit() {
  const queryClient = useQueryClient();
  return useCommand({
    mutationFn: (order: DepositOrder) => send(queryClient, order),
    onSuccess: (reply) => showWallet(queryClient, reply.wallet),
    // A lost answer may have sent it too, so both are asked again in any case.
    onSettled: () => {
      void askAgain(queryClient, topicKey('transactions'));
      void askAgain(queryClient, topicKey('balance'));
    },
  });
}
