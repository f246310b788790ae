import type { TradeType } from '@mercury/contract/api/trade.ts';

// Types travel in capitals; texts are named in small letters.
export const typeKeys = {
  BUY: 'buy',
  SELL: 'sell',
  EXCHANGE: 'exchange',
} as const satisfies Record<TradeType, string>;
