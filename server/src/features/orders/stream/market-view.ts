import type { MarketTrade } from '@mercury/contract/api/markets.ts';
import type { StreamChannel, StreamNews, StreamTicker } from '@mercury/contract/api/stream.ts';
import { limits } from '@mercury/contract/limits.ts';
import {
  applyEvents,
  bookFromOrders,
  checksumOf,
  topLevels,
  type Book,
  type BookLevel,
  type BookLevels,
} from '../../../matching/book.ts';
import { stateNow, termsOf, writePrice, writeQuantity, type MarketTerms } from '../market-terms.ts';
import { openOrderOf } from '../order-row.ts';
import { presentTrade } from '../present.ts';
import type { DatedEvent, MarketReading } from './read-market.ts';

/** What watchers of one market see: a copy of its book, and what was last told of it. */
export interface MarketView {
  readonly seq: number;
  /** What a watcher begins with. It goes on with the updates that `advance` gives from then on. */
  snapshotOf(channel: Exclude<StreamChannel, 'candles'>): StreamNews;
  /**
   * At most one message a channel, none where nothing changed.
   * @throws where events are missing: a reading of the whole mends it.
   */
  advance(reading: MarketReading): readonly StreamNews[];
}

/** Of a reading of the whole market. */
export function createMarketView(reading: MarketReading): MarketView {
  const terms = termsOf(reading.market);
  const { symbol: market } = terms;
  let book = bookOf(terms, reading);
  let toldSeq = book.seq;
  let levels = topLevels(book, limits.streamLevels);
  let trades = tradesIn(terms, reading);
  let ticker = tickerOf({ terms, reading, levels });

  const bookNews = (shown: BookLevels) => ({
    channel: 'book' as const,
    market,
    seq: book.seq,
    bids: shown.bids.map((level) => present(terms, level)),
    asks: shown.asks.map((level) => present(terms, level)),
    checksum: checksumOf(levels, terms),
  });

  function advanceBook(reading: MarketReading): StreamNews[] {
    const fromSeq = toldSeq;
    if (reading.news.kind === 'whole') book = bookOf(terms, reading);
    else
      applyEvents(
        book,
        reading.news.events.map(({ event }) => event),
      );
    if (book.seq !== Number(reading.market.seq))
      throw new Error('the log of a market does not reach its last event');
    if (book.seq === fromSeq) return [];
    toldSeq = book.seq;
    const before = levels;
    levels = topLevels(book, limits.streamLevels);
    const changed = {
      bids: changedLevels(before.bids, levels.bids),
      asks: changedLevels(before.asks, levels.asks),
    };
    return [{ type: 'update', fromSeq, ...bookNews(changed) }];
  }

  function advanceTrades(reading: MarketReading): StreamNews[] {
    const fresh = tradesIn(terms, reading);
    if (reading.news.kind === 'whole') {
      trades = fresh;
      return [{ type: 'snapshot', channel: 'trades', market, seq: book.seq, trades }];
    }
    if (fresh.length === 0) return [];
    trades = [...trades, ...fresh].slice(-limits.streamTrades);
    return [{ type: 'update', channel: 'trades', market, seq: book.seq, trades: fresh }];
  }

  function advanceTicker(reading: MarketReading): StreamNews[] {
    const before = ticker;
    ticker = tickerOf({ terms, reading, levels });
    const isSame = JSON.stringify({ ...before, seq: 0 }) === JSON.stringify({ ...ticker, seq: 0 });
    return isSame ? [] : [{ type: 'update', ...ticker }];
  }

  return {
    get seq() {
      return book.seq;
    },
    snapshotOf(channel) {
      if (channel === 'book') return { type: 'snapshot', ...bookNews(levels) };
      if (channel === 'ticker') return { type: 'snapshot', ...ticker };
      return { type: 'snapshot', channel, market, seq: book.seq, trades };
    },
    advance: (reading) => [...advanceBook(reading), ...advanceTrades(reading), ...advanceTicker(reading)],
  };
}

function bookOf({ units }: MarketTerms, { market, news }: MarketReading): Book {
  if (news.kind !== 'whole') throw new Error('a view begins with the whole book');
  return bookFromOrders(units, {
    seq: Number(market.seq),
    lastPrice: market.last_price === null ? undefined : Number(market.last_price),
    orders: news.orders.map(openOrderOf),
  });
}

/** Those that are new, changed or gone; the latter with quantity 0. Best first, as they come. */
function changedLevels(before: readonly BookLevel[], after: readonly BookLevel[]): BookLevel[] {
  const left = new Map(before.map(({ price, quantity }) => [price, quantity]));
  const changed: BookLevel[] = [];
  for (const level of after) {
    if (left.get(level.price) !== level.quantity) changed.push(level);
    left.delete(level.price);
  }
  for (const price of left.keys()) changed.push({ price, quantity: 0 });
  return changed;
}

function present(terms: MarketTerms, { price, quantity }: BookLevel) {
  return { price: writePrice(terms, price), quantity: writeQuantity(terms, quantity) };
}

/** Oldest first. */
function tradesIn(terms: MarketTerms, { news }: MarketReading): MarketTrade[] {
  if (news.kind === 'whole') return news.trades.map((row) => presentTrade(terms, row)).toReversed();
  return news.events.flatMap((dated) => tradeIn(terms, dated));
}

function tradeIn(terms: MarketTerms, { at, event }: DatedEvent): MarketTrade[] {
  if (event.kind !== 'traded') return [];
  const { seq, price, quantity, takerSide } = event;
  const tradedAt = new Date(at).toISOString();
  return [{ market: terms.symbol, seq, ...present(terms, { price, quantity }), takerSide, tradedAt }];
}

function tickerOf({
  terms,
  reading: { market },
  levels,
}: {
  terms: MarketTerms;
  reading: MarketReading;
  levels: BookLevels;
}): Omit<StreamTicker, 'type'> {
  const [bid, ask] = [levels.bids[0], levels.asks[0]];
  return {
    channel: 'ticker',
    market: terms.symbol,
    seq: Number(market.seq),
    state: stateNow(market),
    lastPrice: market.last_price === null ? null : writePrice(terms, Number(market.last_price)),
    bid: bid === undefined ? null : present(terms, bid),
    ask: ask === undefined ? null : present(terms, ask),
  };
}
