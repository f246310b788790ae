import { createQuote, type Quote } from '@mercury/contract/api/trade.ts';
import { errorTraits } from '@mercury/contract/errors.ts';
import { limits } from '@mercury/contract/limits.ts';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { personalKey } from '../../api/query-client.ts';
import type { QuoteOrder } from './draft.ts';

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
export function offerQuery(order: QuoteOrder | undefined) {
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
