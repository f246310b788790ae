import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { createQuote, Quote } from '@mercury/contract/api/trade.ts';
import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Pair, Side } from './pair.ts';

/** What was typed: one of the two amounts, a plain decimal or empty. The other follows from the offer. */
export interface Draft {
  side: Side;
  amount: string;
}

export type QuoteOrder = BodyOf<typeof createQuote>;

/** What the server is asked for; undefined while there is no amount to ask about. */
export function orderOf({ type, from, to }: Pair, { side, amount }: Draft): QuoteOrder | undefined {
  const parsed = parseAmount(side === 'from' ? from : to, amount);
  if (!parsed || parsed.minorUnits === 0n) return undefined;
  const typed = formatAmount(parsed);
  const pair = { type, fromCurrency: from, toCurrency: to };
  return side === 'from' ? { ...pair, fromAmount: typed } : { ...pair, toAmount: typed };
}

export const emptyDraft: Draft = { side: 'from', amount: '' };

/** What was typed, and of which currency. */
export interface Typed {
  draft: Draft;
  asset: AssetCode;
}

/** So many of one currency are not so many of another: what was typed goes with the currency that it was of. */
export function draftOf({ draft, asset }: Typed, pair: Pair): Draft {
  return pair[draft.side] === asset ? draft : emptyDraft;
}

/** True where the person has less than the offer takes. */
export function exceeds(quote: Pick<Quote, 'fromCurrency' | 'fromAmount'>, available: string): boolean {
  const asked = parseAmount(quote.fromCurrency, quote.fromAmount);
  const has = parseAmount(quote.fromCurrency, available);
  return asked !== undefined && has !== undefined && asked.minorUnits > has.minorUnits;
}

/** What the person agrees to, in figures: two offers that are alike in these are the same to them. */
export function termsOf({ fromAmount, toAmount, fee }: Quote): string {
  return `${fromAmount} ${fee} ${toAmount}`;
}
