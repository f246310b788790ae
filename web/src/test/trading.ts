import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type {
  getTrading,
  OutsideTrade,
  TradingMarket,
  TradingPrice,
} from '@mercury/contract/console/trading.ts';

const moment = '2026-11-01T09:00:00.000Z';

export const priceOf = (change: Partial<TradingPrice> = {}): TradingPrice => ({
  currency: 'BTC',
  usd: '64392.12',
  asOf: moment,
  source: 'live',
  state: 'ok',
  jumpedTo: null,
  spreadBps: 85,
  halt: null,
  ...change,
});

export const marketOf = (change: Partial<TradingMarket> = {}): TradingMarket => ({
  market: 'BTC-USD',
  quote: 'USD',
  state: 'open',
  inForce: 'open',
  lastPrice: '64000.10',
  houseQuotes: { isOn: true, bids: 8, asks: 7 },
  ...change,
});

export const tradingOf = (change: Partial<ReplyOf<typeof getTrading>> = {}): ReplyOf<typeof getTrading> => ({
  success: true,
  halt: null,
  prices: [priceOf(), priceOf({ currency: 'USD', usd: '1.00', asOf: null, source: 'par', spreadBps: null })],
  markets: [marketOf()],
  exposure: [
    { currency: 'BTC', position: '-3.5', usdValue: '225372.42', share: 91, shareWithOrders: 104 },
    { currency: 'MRCY', position: '-1000', usdValue: '570', share: null, shareWithOrders: 2 },
  ],
  terms: {
    feeBps: 25,
    spreadBps: 50,
    orderUsdMax: '10000',
    dayUsdMax: '50000',
    exposureUsdMax: '250000',
    priceJumpBps: 1000,
  },
  ...change,
});

export const outsideTrade: OutsideTrade = {
  id: '018f0000-0000-7000-8000-000000000021',
  transferId: '018f0000-0000-7000-8000-000000000022',
  venue: 'Kraken',
  reference: 'OABC-1',
  givenAmount: '64000.000000',
  givenCurrency: 'USD',
  receivedAmount: '1.00000000',
  receivedCurrency: 'BTC',
  tradedAt: moment,
  bookedAt: moment,
  bookedBy: 'sara@staff.example',
  isReversed: true,
};
