import { amountOf } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { type Price, valueInUsd } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Posting, PostingEntry, WalletTransactionRecord } from '../../ledger/ledger.ts';
import { tradeAmounts, type BookEvent, type TradeAmounts, type Traded } from '../../matching/book.ts';
import type { MarketTerms } from './market-terms.ts';

/** A trade as it is written, with its transfer. */
export interface Fill {
  readonly trade: Traded;
  readonly amounts: TradeAmounts;
  readonly transferId: string;
}

// Two lines each, two of the taker and two of fees: within the 64 of a transfer.
const makersPerTransferMax = 28;

interface Group {
  readonly transferId: string;
  readonly takerId: string;
  readonly makers: Set<string>;
  readonly fills: Fill[];
}

/**
 * One transfer for each order that took, or several where it met many people. Each person of it gets a row of history. The price
 * of the quote tells what that was worth.
 */
export function postTrades(
  market: MarketTerms,
  events: readonly BookEvent[],
  priceOfQuote: Price | undefined,
): { fills: readonly Fill[]; postings: readonly Posting[] } {
  const groups: Group[] = [];
  for (const event of events) {
    if (event.kind !== 'traded') continue;
    const group = groupFor(groups, event);
    group.makers.add(event.makerPersonId);
    const amounts = tradeAmounts(market.units, event);
    group.fills.push({ trade: event, amounts, transferId: group.transferId });
  }
  return {
    fills: groups.flatMap(({ fills }) => fills),
    postings: groups.map((group) => postingOf(market, group, priceOfQuote)),
  };
}

function groupFor(groups: Group[], { takerId, makerPersonId }: Traded): Group {
  const last = groups.at(-1);
  const isFull = last?.makers.size === makersPerTransferMax && !last.makers.has(makerPersonId);
  if (last?.takerId === takerId && !isFull) return last;
  const group = { transferId: uuidv7(), takerId, makers: new Set<string>(), fills: [] };
  groups.push(group);
  return group;
}

function postingOf(market: MarketTerms, group: Group, priceOfQuote: Price | undefined): Posting {
  const { base, quote } = market;
  const { transferId, takerId, fills } = group;
  const sums = new Map<string, PostingEntry>();
  const add = (account: PostingEntry['account'], amount: bigint): void => {
    const name = `${account.owner} ${account.asset}`;
    sums.set(name, { account, amount: (sums.get(name)?.amount ?? 0n) + amount });
  };
  const person = (owner: string, asset: AssetCode) => ({ owner, asset, kind: 'available' }) as const;
  const house = (asset: AssetCode) => ({ owner: 'house', asset, kind: 'fees' }) as const;
  for (const { trade, amounts } of fills) {
    const { takerPersonId: taker, makerPersonId: maker, takerSide } = trade;
    const isBuy = takerSide === 'BUY';
    const [buyer, seller] = isBuy ? [taker, maker] : [maker, taker];
    const [buyerFee, sellerFee] = isBuy
      ? [amounts.takerFee, amounts.makerFee]
      : [amounts.makerFee, amounts.takerFee];
    add(person(buyer, quote), -amounts.quote);
    add(person(buyer, base), amounts.base - buyerFee);
    add(person(seller, base), -amounts.base);
    add(person(seller, quote), amounts.quote - sellerFee);
    add(house(base), buyerFee);
    add(house(quote), sellerFee);
  }
  const entries = [...sums.values()].filter(({ amount }) => amount !== 0n);
  const records = sidesOf(fills).map((side) => recordOf(market, side, priceOfQuote));
  return { transferId, kind: 'trade', referenceId: takerId, entries, records };
}

/** What a person gave and got, before the fee. */
interface PersonSide {
  readonly userId: string;
  readonly isBuyer: boolean;
  base: bigint;
  quote: bigint;
  fee: bigint;
}

/** Nobody is on both sides: whoever would trade with themselves does not. */
function sidesOf(fills: readonly Fill[]): PersonSide[] {
  const sides = new Map<string, PersonSide>();
  for (const { trade, amounts } of fills) {
    for (const [userId, isTaker] of [
      [trade.takerPersonId, true],
      [trade.makerPersonId, false],
    ] as const) {
      const isBuyer = (trade.takerSide === 'BUY') === isTaker;
      const side = sides.get(userId) ?? { userId, isBuyer, base: 0n, quote: 0n, fee: 0n };
      side.base += amounts.base;
      side.quote += amounts.quote;
      side.fee += isTaker ? amounts.takerFee : amounts.makerFee;
      sides.set(userId, side);
    }
  }
  return [...sides.values()];
}

/** Told like a trade with the house: a purchase for dollars by what arrived, any other by what was given. */
function recordOf(
  market: MarketTerms,
  { userId, isBuyer, base, quote, fee }: PersonSide,
  priceOfQuote: Price | undefined,
): WalletTransactionRecord {
  const worth = priceOfQuote && valueInUsd(amountOf(market.quote, quote), priceOfQuote, 'half-even');
  const common = {
    id: uuidv7(),
    userId,
    status: 'COMPLETED',
    state: 'completed',
    ...(worth !== undefined && { usdValue: worth.minorUnits }),
  } as const;
  if (isBuyer && market.quote === 'USD') {
    return { ...common, type: 'BUY', asset: market.base, amount: base - fee, direction: 'in' };
  }
  const [asset, amount] = isBuyer ? [market.quote, quote] : [market.base, base];
  return { ...common, type: market.quote === 'USD' ? 'SELL' : 'EXCHANGE', asset, amount, direction: 'out' };
}
