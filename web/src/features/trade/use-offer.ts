import { createQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { errorTraits } from '@mercury/contract/errors.ts';
import { limits } from '@mercury/contract/limits.ts';
import { keepPreviousData, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { personalKey } from '../../api/query-client.ts';
import { useIsOnline } from '../../connection.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type Draft, orderOf, type Pair, type QuoteOrder } from './draft.ts';

/** A quote, and how long it is good by the clock of this browser, which may differ from the server's. */
export interface Offer {
  quote: Quote;
  /** When it was asked for, and so no later than when it was made. */
  askedAtMs: number;
  /** The server keeps its word for at least so long. */
  goodUntilMs: number;
}

/** Where there was no offer, the reason may have gone by then. */
const askAgainMs = 5000;
/** An answer that took its whole life to come is not followed by another call at once. */
const pauseMinMs = 1000;

/** A quote that came in the answer to a call, and when that call began. */
export function offerOf(quote: Quote, askedAtMs: number): Offer {
  const lifetimeMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
  return { quote, askedAtMs, goodUntilMs: askedAtMs + lifetimeMs };
}

async function askFor(order: QuoteOrder, signal: AbortSignal): Promise<Offer> {
  const askedAtMs = Date.now();
  const { quote } = await call(createQuote, { body: order, signal });
  return offerOf(quote, askedAtMs);
}

/** True where the same question may have another answer soon. */
function isPassing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'NetworkError' || 'isRetryable' in errorTraits[error.code];
}

/** In how long to ask anew: when the offer runs out; not at all where the answer would be the same. */
export function nextAskMs(
  { offer, error }: { offer: Offer | undefined; error: Error | null },
  nowMs: number,
): number | false {
  if (error) return isPassing(error) ? askAgainMs : false;
  return offer ? Math.max(pauseMinMs, offer.goodUntilMs - nowMs) : false;
}

/** All that were asked for. */
export const offersKey = [personalKey, 'offer'] as const;

/** The offer for what was typed. It renews itself while somebody looks: a hidden page asks nothing. */
function offerQuery(order: QuoteOrder | undefined) {
  return queryOptions({
    queryKey: [...offersKey, order],
    queryFn: order === undefined ? skipToken : ({ signal }) => askFor(order, signal),
    // Whoever comes back to the page, be it only a moment before its offer runs out, has a new one.
    staleTime: limits.quoteLifetimeMs / 2,
    gcTime: 0,
    // The interval asks again, and says meanwhile why there is no offer.
    retry: false,
    refetchInterval: ({ state }) => nextAskMs({ offer: state.data, error: state.error }, Date.now()),
  });
}

/** Between two keys nobody wants an answer yet. */
const typingRestMs = 300;

export interface OfferState {
  /** The last figures, also while newer ones are asked for. */
  offer: Offer | undefined;
  /** They are of what is typed now, so that they can be agreed to. */
  isFirm: boolean;
  isFetching: boolean;
  /** Why there is no offer. */
  error: Error | null;
  askAgain: () => void;
  /** Shows an offer that came unasked, in the place of one that was refused. */
  replaceBy: (offer: Offer) => void;
}

interface UseOfferOptions {
  pair: Pair;
  draft: Draft;
  /** One is being accepted: it must not be replaced meanwhile. */
  isHeld: boolean;
}

/** The server's offer for what is typed, always the latest. */
export function useOffer({ pair, draft, isHeld }: UseOfferOptions): OfferState {
  const { type, from, to } = pair;
  const queryClient = useQueryClient();
  const isOnline = useIsOnline();
  const order = useMemo(() => orderOf({ type, from, to }, draft), [type, from, to, draft]);
  const rested = useDebounced(order, typingRestMs);
  const query = useQuery({
    ...offerQuery(rested),
    enabled: isOnline && !isHeld,
    // What was known stays on screen until the newest figures have come.
    placeholderData: keepPreviousData,
  });
  const isAsked = order !== undefined;
  const isOfPair = query.data?.quote.fromCurrency === from && query.data.quote.toCurrency === to;
  return {
    offer: isAsked && isOfPair && !query.error ? query.data : undefined,
    isFirm: isAsked && rested === order && query.isSuccess && !query.isPlaceholderData,
    isFetching: isAsked && (query.isFetching || rested !== order),
    error: isAsked && rested === order ? query.error : null,
    askAgain: () => void query.refetch(),
    replaceBy: (offer) => queryClient.setQueryData(offerQuery(rested).queryKey, offer),
  };
}
