import type { BookUpdate, StreamNews } from '@mercury/contract/api/stream.ts';

/** What waits for one subscription: a snapshot, an update, or one after the other. */
export type Waiting = readonly StreamNews[];

/** Whoever reads the result knows the same as who had read each message. */
export function coalesce(waiting: Waiting, news: StreamNews): Waiting {
  const last = waiting.at(-1);
  if (last === undefined || news.type === 'snapshot') return [news];
  if (last.type === 'snapshot') return [last, news];
  return [...waiting.slice(0, -1), mergeUpdates(last, news)];
}

function mergeUpdates(first: StreamNews, second: StreamNews): StreamNews {
  if (isBookUpdate(first) && isBookUpdate(second)) {
    return {
      ...second,
      fromSeq: first.fromSeq,
      bids: mergeBy(({ price }) => price, first.bids, second.bids),
      asks: mergeBy(({ price }) => price, first.asks, second.asks),
    };
  }
  if (first.channel === 'trades' && second.channel === 'trades') {
    return { ...second, trades: [...first.trades, ...second.trades] };
  }
  if (first.channel === 'candles' && second.channel === 'candles') {
    return { ...second, candles: mergeBy(({ at }) => at, first.candles, second.candles) };
  }
  return second;
}

function isBookUpdate(news: StreamNews): news is BookUpdate {
  return news.channel === 'book' && news.type === 'update';
}

/** The later one of two with the same name counts. */
function mergeBy<Item>(
  nameOf: (item: Item) => string,
  first: readonly Item[],
  second: readonly Item[],
): Item[] {
  return [...new Map([...first, ...second].map((item) => [nameOf(item), item])).values()];
}
