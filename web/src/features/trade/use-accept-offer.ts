import { acceptQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { createIntentKeys } from '../../api/intent-key.ts';
import { useCommand } from '../../api/use-command.ts';
import { useSession } from '../../api/use-session.ts';
import { askForMoney, showWallet } from '../../domain/wallets-query.ts';
import { offersKey } from './use-offer.ts';

/** A confirmed offer whose outcome is unknown. */
interface UnsettledOffer {
  quote: Quote;
  /** Another person who signs in here must not see it. */
  userId: string;
  /** An attempt got no answer, so the trade may have happened. */
  isLost: boolean;
}

// Outlives the dialog and the page: leaving them does not undo a confirmation.
const useUnsettled = create<{ offer: UnsettledOffer | undefined }>(() => ({ offer: undefined }));

export function readUnsettledOffer(): UnsettledOffer | undefined {
  return useUnsettled.getState().offer;
}

function setUnsettledOffer(offer: UnsettledOffer | undefined): void {
  useUnsettled.setState({ offer });
}

/** The trade may have happened: only another attempt with the same offer tells. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError && error.isRefusal);
}

/**
 * True if the answer to another attempt tells the outcome of the first one. An ended session or too many calls concern only the
 * attempt itself.
 */
function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 422 || error.code === 'QuoteNotFound');
}

/** Keeps the offer from its confirmation until the server has told its outcome. */
export async function settle<Reply>(
  { quote, userId }: Pick<UnsettledOffer, 'quote' | 'userId'>,
  send: () => Promise<Reply>,
): Promise<Reply> {
  const former = readUnsettledOffer();
  const isRepeat = former?.quote.id === quote.id;
  setUnsettledOffer({ quote, userId, isLost: isRepeat && former.isLost });
  try {
    const reply = await send();
    setUnsettledOffer(undefined);
    return reply;
  } catch (error) {
    const isSettled = isRepeat ? isVerdict(error) : !isAnswerLost(error);
    setUnsettledOffer(isSettled ? undefined : { quote, userId, isLost: true });
    throw error;
  }
}

/** The person's offer with an unknown outcome. Until it is known, no other offer is accepted. */
function useUnsettledOffer(userId: string | undefined): UnsettledOffer | undefined {
  const { offer } = useUnsettled();
  return offer?.userId === userId ? offer : undefined;
}

// Outlives the dialog: an offer with a lost answer is accepted once, however often it is tried.
const intentKeys = createIntentKeys('trade');

async function accept({ id, fromAmount, toAmount }: Quote) {
  const intent = { quoteId: id };
  const reply = await call(acceptQuote, {
    params: { id },
    // What the person saw: an offer with other terms is refused.
    body: { fromAmount, toAmount },
    idempotencyKey: intentKeys.keyFor(intent),
  });
  intentKeys.settle(intent);
  return reply;
}

export function useAcceptOffer() {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const command = useCommand({
    mutationFn: (quote: Quote) => {
      // Stops waiting for a newer offer.
      void queryClient.cancelQueries({ queryKey: offersKey });
      return settle({ quote, userId }, () => accept(quote));
    },
    onSuccess: ({ wallet }) => showWallet(queryClient, wallet),
    onSettled: () => void askForMoney(queryClient),
  });
  const unsettled = useUnsettledOffer(userId);
  const { isPending, isSuccess, isIdle, variables } = command;
  return {
    ...command,
    /** The confirmed offer, until it is refused. No other offer takes its place. */
    confirmed: isPending || isSuccess ? variables : unsettled?.quote,
    /** It may have been accepted, so it is tried again unchanged. */
    isLost: unsettled !== undefined && (unsettled.isLost || isIdle),
  };
}

export type AcceptOffer = ReturnType<typeof useAcceptOffer>;
