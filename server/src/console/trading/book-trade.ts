import { outsideTradeSchema } from '@mercury/contract/console/trading.ts';
import * as z from 'zod/mini';
import { bookOutsideTrade, refuseBooked } from '../../features/trade/book-outside-trade.ts';
import { describeOutsideTrade, movingFacts, readOutsideTrade } from '../../features/trade/outside-trade.ts';
import { proposalAct } from '../proposals/act.ts';

const parametersSchema = z.strictObject({
  trade: outsideTradeSchema,
  /** The email of whoever asks. */
  askedBy: z.string(),
});
export type BookingParameters = z.output<typeof parametersSchema>;

/** What the house traded elsewhere is in the books once a second person says yes. */
export const bookTrade = proposalAct(parametersSchema, {
  kind: 'trading.hedge',
  moving: movingFacts,
  async examine({ trx }, { trade: input }) {
    const trade = readOutsideTrade(input);
    await refuseBooked(trx, trade);
    return describeOutsideTrade(trx.client, trade);
  },
  async carryOut({ trx }, { trade, askedBy }) {
    await bookOutsideTrade(trx, readOutsideTrade(trade), askedBy);
  },
});
