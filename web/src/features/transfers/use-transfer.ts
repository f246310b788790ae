import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { type Attempt, createAttempts } from '../../domain/attempts.ts';
import { moneyActions } from '../../domain/money-actions.ts';

/** Without the code. It proves the sender and is no part of the intent: with another code the intent is the same. */
export type TransferOrder = Omit<BodyOf<typeof transfer>, 'twoFactorCode'>;

interface ConfirmedTransfer {
  attempt: Attempt<TransferOrder>;
  /** Empty if no code is needed. */
  twoFactorCode: string;
}

/** So much to the same person: with another note, or a contact saved meanwhile, it may be the same money again. */
export const transferAttempts = createAttempts(
  'transfer',
  ({ recipientAddress, amount, currency }: TransferOrder) => ({ recipientAddress, amount, currency }),
);

async function send(queryClient: QueryClient, { attempt, twoFactorCode }: ConfirmedTransfer) {
  const actions = await moneyActions(queryClient);
  const startedAtMs = performance.now();
  const order = { ...attempt.order, ...(twoFactorCode !== '' && { twoFactorCode }) };
  const reply = await transferAttempts.send(attempt, (idempotencyKey) =>
    actions.transfer({ order, idempotencyKey }),
  );
  return { ...reply, tookMs: performance.now() - startedAtMs };
}

export function useTransfer() {
  const queryClient = useQueryClient();
  return useCancellableCommand({
    mutationFn: (confirmed: ConfirmedTransfer) => send(queryClient, confirmed),
    // The money may have moved even if the answer was lost, so everything is refetched in any case.
    onSettled: () => {
      for (const topic of ['balance', 'transactions', 'contacts'] as const) {
        void askAgain(queryClient, topicKey(topic));
      }
    },
  });
}
