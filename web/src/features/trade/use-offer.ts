import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsOnline } from '../../connection.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type Draft, orderOf } from './draft.ts';
import { type Offer, offerQuery } from './offer.ts';
import type { Pair } from './pair.ts';

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
