import type { Services } from '../../services.ts';
import { findMarketsToSweep } from './queries.ts';
import { requireMarket } from './use-orders.ts';

/** One market that fails keeps no other waiting. */
export async function sweepBooks(services: Services): Promise<void> {
  const symbols = await findMarketsToSweep(services.db);
  const swept = await Promise.allSettled(symbols.map((symbol) => sweepBook(services, symbol)));
  const failed = swept.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function sweepBook(services: Services, symbol: string): Promise<void> {
  const market = await requireMarket(services, symbol);
  await services.exchange.submit(market, { command: { kind: 'sweep' } });
}
