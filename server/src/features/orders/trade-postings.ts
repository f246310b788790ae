import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Posting, PostingEntry } from '../../ledger/ledger.ts';
import type { BookEvent, Traded } from '../../matching/book.ts';
import { tradeAmounts, type TradeAmounts } from './fees.ts';
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

/** One transfer for each order that took, or several where it met many people. */
export function postTrades(
  market: MarketTerms,
  events: readonly BookEvent[],
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
    postings: groups.map((group) => postingOf(market, group)),
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

function postingOf({ base, quote }: MarketTerms, { transferId, takerId, fills }: Group): Posting {
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
  return { transferId, kind: 'trade', referenceId: takerId, entries };
}
