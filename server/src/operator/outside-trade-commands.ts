import { outsideTradeSchema } from '@mercury/contract/console/trading.ts';
import { formatAmount, amountOf } from '@mercury/contract/money/amount.ts';
import { appendEntry } from '../audit/append-entry.ts';
import { inTransaction, type Database } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { bookOutsideTrade, listOutsideTrades } from '../features/trade/book-outside-trade.ts';
import {
  describeOutsideTrade,
  readOutsideTrade,
  type OutsideTrade,
} from '../features/trade/outside-trade.ts';
import { type OperatorCommands, type OperatorContext, RefusedError, tableOf } from './command.ts';

export const outsideTradeCommands: OperatorCommands = {
  'book-outside-trade': {
    parameters: ['<given>', '<received>', '<venue>', '<reference>', '<when>', '<reason...>'],
    help: 'what the house traded elsewhere, such as USD=50000 BTC=1 Kraken OABC-1 2026-11-27T20:15Z hedge: its position follows',
    run: (context, [given = '', received = '', venue = '', reference = '', when = '', reason = '']) =>
      book(context, { trade: read({ given, received, venue, reference, when }), reason }),
  },
  'outside-trades': {
    parameters: [],
    help: 'the newest 50 of them',
    run: ({ db }) => list(db),
  },
};

/** "USD=50000" */
function readPair(text: string): { currency: string; amount: string } {
  const [currency = '', amount = ''] = text.split('=');
  return { currency: currency.toUpperCase(), amount };
}

function read(words: Record<'given' | 'received' | 'venue' | 'reference' | 'when', string>): OutsideTrade {
  const [given, received] = [readPair(words.given), readPair(words.received)];
  const at = new Date(words.when);
  const parsed = outsideTradeSchema.safeParse({
    givenAmount: given.amount,
    givenCurrency: given.currency,
    receivedAmount: received.amount,
    receivedCurrency: received.currency,
    venue: words.venue,
    reference: words.reference,
    tradedAt: Number.isNaN(at.getTime()) ? words.when : at.toISOString(),
  });
  try {
    if (parsed.success) return readOutsideTrade(parsed.data);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new RefusedError(
    'Two amounts of different currencies, such as USD=50000 BTC=1, the venue, its reference, and a past time such as 2026-11-27T20:15Z',
  );
}

async function book(
  { db, operator }: OperatorContext,
  { trade, reason }: { trade: OutsideTrade; reason: string },
): Promise<string> {
  try {
    return await inTransaction(db, async (trx) => {
      const { subject, before, after } = await describeOutsideTrade(trx.client, trade);
      await bookOutsideTrade(trx, trade, operator);
      const actor = { kind: 'operator', name: operator } as const;
      await appendEntry(trx, { actor, action: 'trading.hedge', subject, before, after, reason });
      return `${subject.name} is booked. The house has now: ${after.positions.join(', ')}`;
    });
  } catch (error) {
    if (error instanceof DomainError && error.code === 'OutsideTradeBooked')
      throw new RefusedError(`${trade.venue} ${trade.reference} is booked already`);
    throw error;
  }
}

async function list(db: Database): Promise<string> {
  const rows = await listOutsideTrades(db, { after: undefined, limit: 50 });
  if (rows.length === 0) return 'There are none';
  return tableOf(
    ['traded (UTC)', 'venue', 'reference', 'given', 'received', 'booked by', ''],
    rows.map((row) => [
      row.traded_at.toISOString(),
      row.venue,
      row.reference,
      `${formatAmount(amountOf(row.given_asset, row.given_amount))} ${row.given_asset}`,
      `${formatAmount(amountOf(row.received_asset, row.received_amount))} ${row.received_asset}`,
      row.booked_by,
      row.is_reversed ? 'reversed' : '',
    ]),
  );
}
