import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { placeOrder } from '@mercury/contract/api/orders.ts';
import type { MarketTerms } from './market-terms.ts';
import { readOrder } from './read-order.ts';
import type { Answer, Work } from './run-batch.ts';
import type { OrderServices } from './use-orders.ts';

/** Prices in ticks, quantities in lots; of an amendment the whole quantity, what was traded included. */
export type OrderChange =
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'amend'; readonly orderId: string; readonly price: number; readonly quantity: number }
  | { readonly kind: 'place'; readonly input: BodyOf<typeof placeOrder> };

/** In this order and one commit, but for what a full batch leaves to the next. Each is done or refused by itself. */
export function changeTogether(
  { exchange }: Pick<OrderServices, 'exchange'>,
  market: MarketTerms,
  { userId, changes }: { userId: string; changes: readonly OrderChange[] },
): Promise<readonly Answer[]> {
  const receivedAt = Date.now();
  const works = changes.map((change): Work => {
    if (change.kind === 'place') {
      return readOrder(market, { userId, input: change.input, receivedAt, endsWith: undefined });
    }
    return { command: { ...change, personId: userId } };
  });
  // All in one turn, so that they share a batch. Async: if one finds no place, the others are still waited for.
  return Promise.all(works.map(async (work) => exchange.submit(market, work)));
}
