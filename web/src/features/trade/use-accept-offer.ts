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

/** An offer that was confirmed, while nobody knows what became of it. */
interface UnsettledOffer {
  quote: Quote;
  /** Nobody else who signs in here is shown it. */
  userId: string;
  /** A try came back without an answer, and so the trade may have happened. */
  isLost: boolean;
}

// Outlives the dialog and the page: whoever leaves them does not undo what was confirmed.
const useUnsettled = create<{ offer: UnsettledOffer | undefined }>(() => ({ offer: undefined }));

export function readUnsettledOffer(): UnsettledOffer | undefined {
  return useUnsettled.getState().offer;
}

function setUnsettledOffer(offer: UnsettledOffer | undefined): void {
  useUnsettled.setState({ offer });
}

/** It may have happened all the same: only the same offer, tried again, tells. */
export function isAnswerLost(error: unknown): boolean {
  return !(error instanceof ApiError && error.isRefusal);
}

/**
 * True where the answer to another try tells what became of the first one. That the session ended or that there were
 * too many calls was said of this try only.
 */
function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 422 || error.code === 'QuoteNotFound');
}

/** Holds the offer from the moment it is confirmed until the server has said what became of it. */
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

/** The person's offer whose fate is unknown: until it is known, no other is accepted. */
function useUnsettledOffer(userId: string | undefined): UnsettledOffer | undefined {
  const { offer } = useUnsettled();
  return offer?.userId === userId ? offer : undefined;
}

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
    onSettled: () => void askForMoney(queryClient),
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
