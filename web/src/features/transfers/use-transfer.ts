import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { transfer } from '@mercury/contract/api/wallets.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createIntentKeys, sendOnce } from '../../api/intent-key.ts';
import { askAgain, topicKey } from '../../api/query-client.ts';
import { useCancellableCommand } from '../../api/use-command.ts';
import { moneyActions } from '../../domain/money-actions.ts';

/** Without the code. It proves the sender and is no part of the intent: with another code the intent is the same. */
export type TransferOrder = Omit<BodyOf<typeof transfer>, 'twoFactorCode'>;

interface ConfirmedTransfer {
  order: TransferOrder;
  /** Empty if no code is needed. */
  twoFactorCode: string;
}

// Outlives the dialog and the page: the same transfer after a lost answer, from a reopened dialog, is sent only once.
const intentKeys = createIntentKeys('transfer');

/** So much to the same person: with another note, or a contact saved meanwhile, it may be the same money again. */
function intentOf({ recipientAddress, amount, currency }: TransferOrder) {
  return { recipientAddress, amount, currency };
}

/** As it was first sent, if that got no answer. Anything else under its key would be refused, and under another key sent twice. */
function lostOrderOf(order: TransferOrder): TransferOrder | undefined {
  // Written by `send`, in this tab.
  return intentKeys.aboutLost(intentOf(order)) as TransferOrder | undefined;
}

async function send(queryClient: QueryClient, { order: asked, twoFactorCode }: ConfirmedTransfer) {
  const actions = await moneyActions(queryClient);
  const startedAtMs = performance.now();
  const order = lostOrderOf(asked) ?? asked;
  const sent = { ...order, ...(twoFactorCode !== '' && { twoFactorCode }) };
  const reply = await sendOnce(
    intentKeys,
    intentOf(order),
    (idempotencyKey) => actions.transfer({ order: sent, idempotencyKey }),
    order,
  );
  return { ...reply, tookMs: performance.now() - startedAtMs };
}

/** An earlier attempt got no answer. Sending the order again sends it only once. */
export function mayHaveBeenSent(order: TransferOrder): boolean {
  return intentKeys.mayHaveArrived(intentOf(order));
}

/** So much may have left the balance already, to whomever. */
export function mayHaveLeft(currency: string, amount: string): boolean {
  const lost = intentKeys.unanswered().map(({ about }) => about as TransferOrder | undefined);
  return lost.some((order) => order?.currency === currency && order.amount === amount);
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
