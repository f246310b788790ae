import type { Services } from '../../services.ts';
import { findMarketsToSweep } from './queries.ts';
import { cancelAllOrders, requireMarket } from './use-orders.ts';

export async function cancelOrdersOf(
  services: Services,
  { userId }: { readonly userId: string },
): Promise<void> {
  await cancelAllOrders(services, { userId });
}

export async function sweepBooks(services: Services): Promise<void> {
  for (const symbol of await findMarketsToSweep(services.db)) {
    const market = await requireMarket(services, symbol);
    await services.exchange.submit(market, { command: { kind: 'sweep' } });
  }
}
