import {
  acceptQuote as acceptQuoteEndpoint,
  createQuote as createQuoteEndpoint,
} from '@mercury/contract/api/trade.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { createQuoteAcceptance } from './accept-quote.ts';
import { createQuote } from './create-quote.ts';
import { presentQuote } from './present-quote.ts';
import { tradeOriginOf } from './trade-origin.ts';

export function bindTradeRoutes(bind: Bind, services: Services): void {
  bind(createQuoteEndpoint, { rateLimit: 'quote' }, async ({ session, body }) => {
    const quote = await createQuote(services, { userId: session.userId, input: body });
    return { success: true, quote: presentQuote(quote) };
  });

  const acceptQuote = createQuoteAcceptance(services);
  bind(acceptQuoteEndpoint, { rateLimit: 'trade' }, ({ session, params, body, idempotencyKey, context }) =>
    acceptQuote({
      session,
      quoteId: params.id,
      input: body,
      idempotencyKey,
      origin: tradeOriginOf(context),
    }),
  );
}
