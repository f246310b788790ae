import type { TopUpCoinCode } from '@mercury/contract/money/asset.ts';
import type { PaymentOrder } from './payment-queries.ts';

interface Mistake {
  chosen: TopUpCoinCode;
  sent: TopUpCoinCode;
  /** A plain decimal, or empty for what is missing. */
  amount: string;
}

/** What the pretend chain is told to send. */
export function orderOf({ chosen, sent, amount }: Mistake): PaymentOrder {
  return {
    currency: chosen,
    ...(sent !== chosen && { sentCurrency: sent }),
    ...(amount !== '' && { amount }),
  };
}
