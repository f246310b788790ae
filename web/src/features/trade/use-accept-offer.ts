import { acceptQuote, type Quote, quoteShape } from '@mercury/contract/api/trade.ts';
import { limits } from '@mercury/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  confirmedAtMs: number;
}

// Outlives the dialog: an offer with a lost answer is accepted once, however often it is tried. Also after a reload.
const intentKeys = createIntentKeys('trade');

const intentOf = ({ id }: Quote) => ({ quoteId: id });

// Outlives the dialog and the page: leaving them does not undo a confirmation.
const useUnsettled = create<{ offer: UnsettledOffer | undefined }>(() => ({ offer: undefined }));

export function readUnsettledOffer(): UnsettledOffer | undefined {
  return useUnsettled.getState().offer;
}

/** What the browser's storage kept over a reload, or from another tab. */
function restoreOffer(userId: string | undefined): UnsettledOffer | undefined {
  const { about, madeAt } = intentKeys.unanswered().at(-1) ?? {};
  const kept = quoteShape.safeParse(about);
  if (userId === undefined || madeAt === undefined || !kept.success) return undefined;
  return { quote: kept.data, userId, isLost: true, confirmedAtMs: madeAt };
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
  const remembered = readUnsettledOffer();
  const former = remembered?.quote.id === quote.id ? remembered : restoreOffer(userId);
  const isRepeat = former?.quote.id === quote.id;
  const confirmedAtMs = isRepeat ? former.confirmedAtMs : Date.now();
  const end = () => {
    intentKeys.settle(intentOf(quote));
    setUnsettledOffer(undefined);
  };
  setUnsettledOffer({ quote, userId, isLost: isRepeat && former.isLost, confirmedAtMs });
  try {
    const reply = await send();
    end();
    return reply;
  } catch (error) {
    if (isRepeat ? isVerdict(error) : !isAnswerLost(error)) end();
    else setUnsettledOffer({ quote, userId, isLost: true, confirmedAtMs });
    throw error;
  }
}

/** The person's offer with an unknown outcome. Until it is known, no other offer is accepted. */
function useUnsettledOffer(userId: string | undefined): UnsettledOffer | undefined {
  const { offer } = useUnsettled();
  const own = offer?.userId === userId ? offer : undefined;
  const restored = useMemo(() => (own === undefined ? restoreOffer(userId) : undefined), [own, userId]);
  return own ?? restored;
}

function accept(quote: Quote) {
  const { id, fromAmount, toAmount } = quote;
  return call(acceptQuote, {
    params: { id },
    // What the person saw: an offer with other terms is refused.
    body: { fromAmount, toAmount },
    idempotencyKey: intentKeys.keyFor(intentOf(quote), quote),
  });
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
    /** From then on the server takes it no more: another attempt only tells what became of it. */
    overAtMs: unsettled && unsettled.confirmedAtMs + limits.quoteLifetimeMs,
  };
}

export type AcceptOffer = ReturnType<typeof useAcceptOffer>;
