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

/** A quote and its validity by this browser's clock, which may differ from the server's. */
export interface Offer {
  quote: Quote;
  /** When the request began, so never later than the offer itself. */
  askedAtMs: number;
  /** The server keeps the offer at least until then. */
  goodUntilMs: number;
}

/** The reason why there was no offer may be gone after this time. */
const askAgainMs = 5000;
/** An answer that took its whole lifetime to arrive must not cause another call at once. */
const pauseMinMs = 1000;

/** A quote from a reply, and the time when its call began. */
export function offerOf(quote: Quote, askedAtMs: number): Offer {
  const lifetimeMs = Date.parse(quote.expiresAt) - Date.parse(quote.createdAt);
  return { quote, askedAtMs, goodUntilMs: askedAtMs + lifetimeMs };
}

async function askFor(order: QuoteOrder, signal: AbortSignal): Promise<Offer> {
  const askedAtMs = Date.now();
  const { quote } = await call(createQuote, { body: order, signal });
  return offerOf(quote, askedAtMs);
}

/** True if the same request may soon have another result. */
function isPassing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'NetworkError' || 'isRetryable' in errorTraits[error.code];
}

/** The time until the next request: when the offer expires. False if the result would be the same. */
export function nextAskMs(
  { offer, error }: { offer: Offer | undefined; error: Error | null },
  nowMs: number,
): number | false {
  if (error) return isPassing(error) ? askAgainMs : false;
  return offer ? Math.max(pauseMinMs, offer.goodUntilMs - nowMs) : false;
}

/** All requested offers. */
export const offersKey = [personalKey, 'offer'] as const;

/** The offer for the typed amount. It renews itself while the page is visible. */
function offerQuery(order: QuoteOrder | undefined) {
  return queryOptions({
    queryKey: [...offersKey, order],
    queryFn: order === undefined ? skipToken : ({ signal }) => askFor(order, signal),
    // A person who returns to the page gets a new offer, even if the old one has a moment left.
    staleTime: limits.quoteLifetimeMs / 2,
    gcTime: 0,
    // The interval asks again, and meanwhile the reason is shown.
    retry: false,
    refetchInterval: ({ state }) => nextAskMs({ offer: state.data, error: state.error }, Date.now()),
  });
}

/** No request while the person still types. */
const typingRestMs = 300;

export interface OfferState {
  /** The last offer, also while a newer one is being fetched. */
  offer: Offer | undefined;
  /** The offer belongs to the present input, so the person can accept it. */
  isFirm: boolean;
  isFetching: boolean;
  /** Why there is no offer. */
  error: Error | null;
  askAgain: () => void;
  /** Shows an offer that came with the refusal of another. */
  replaceBy: (offer: Offer) => void;
}

interface UseOfferOptions {
  pair: Pair;
  draft: Draft;
  /** An offer is being accepted and must not be replaced. */
  isHeld: boolean;
}

/** The server's latest offer for the typed amount. */
export function useOffer({ pair, draft, isHeld }: UseOfferOptions): OfferState {
  const { type, from, to } = pair;
  const queryClient = useQueryClient();
  const isOnline = useIsOnline();
  const order = useMemo(() => orderOf({ type, from, to }, draft), [type, from, to, draft]);
  const rested = useDebounced(order, typingRestMs);
  const query = useQuery({
    ...offerQuery(rested),
    enabled: isOnline && !isHeld,
    // The former offer stays on screen until the newest one arrives.
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
