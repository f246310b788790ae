import { getConfig } from '@mercury/contract/api/config.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import {
  type getMarketHistory,
  listAssetPrices,
  listMarketCoins,
  type MarketCoin,
} from '@mercury/contract/api/market.ts';
import { configOf } from './samples.ts';
import { server } from './stand-in-server.ts';

export function coinOf(coin: Partial<MarketCoin> = {}): MarketCoin {
  return {
    id: 'pepper',
    name: 'Pepper',
    symbol: 'PEP',
    currentPrice: '0.00000123',
    change24h: null,
    image: '/coins/btc.svg',
    week: ['1', '2'],
    ...coin,
  };
}

/** The beginning of every good answer of the market. */
export const saidNow = () =>
  ({ success: true, source: 'live', asOf: new Date().toISOString(), isStale: false }) as const;

/** What the page of all markets asks for. */
export function serveMarkets({
  coins,
  others = [],
}: Record<'coins', MarketCoin[]> & { others?: MarketCoin[] }) {
  server.reply(getConfig, configOf());
  server.replyBy(listMarketCoins, () => ({ ...saidNow(), coins }));
  server.replyBy(listAssetPrices, () => ({ ...saidNow(), coins: others }));
}

/** Prices a day apart, the last one now. */
export function historyOf(...prices: string[]): ReplyOf<typeof getMarketHistory> {
  const said = saidNow();
  const dayMs = 24 * 60 * 60 * 1000;
  const points = prices.map((price, index) => ({
    at: new Date(Date.parse(said.asOf) - (prices.length - 1 - index) * dayMs).toISOString(),
    price,
  }));
  return { ...said, points };
}
