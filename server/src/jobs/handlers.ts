import { watchPrices } from '../features/price-alerts/watch-prices.ts';
import { runRecurringBuy } from '../features/recurring-buys/run-recurring-buy.ts';
import { watchRecurringBuys } from '../features/recurring-buys/watch-recurring-buys.ts';
import { recordPrices } from '../features/portfolio/record-prices.ts';
import { advancePretendPayment } from '../features/sandbox/pretend-payments.ts';
import { expireTopUp } from '../features/topups/expire-top-up.ts';
import { settlePrices } from '../features/trade/settle-prices.ts';
import { advanceWithdrawal } from '../features/withdrawals/advance-withdrawal.ts';
import { sendMail } from '../mail/send-mail.ts';
import { createMailTransport } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import type { JobHandlers } from './queue.ts';
import { checkBooks } from './check-ledger.ts';
import { sweep } from './sweep.ts';
import { watchRail } from './watch-rail.ts';

/** What the queue runs, by the name of the job. */
export function createJobHandlers(services: Services): JobHandlers {
  const mailTransport = createMailTransport(services.config);
  return {
    'send-mail': ({ mailId }) => sendMail(services, mailTransport, mailId),
    'advance-sandbox-payment': (payload) => advancePretendPayment(services, payload),
    'advance-withdrawal': (payload) => advanceWithdrawal(services, payload),
    'watch-rail': () => watchRail(services),
    'expire-top-up': (payload) => expireTopUp(services, payload),
    'settle-prices': () => settlePrices(services),
    'run-recurring-buy': (payload) => runRecurringBuy(services, payload),
    'watch-recurring-buys': () => watchRecurringBuys(services),
    'watch-prices': () => watchPrices(services),
    'record-prices': () => recordPrices(services),
    'check-ledger': () => checkBooks(services),
    sweep: () => sweep(services),
  };
}
