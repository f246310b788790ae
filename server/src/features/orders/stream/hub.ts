import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OwnChannel } from '@mercury/contract/api/own-stream.ts';
import type { StreamChannel, StreamNews } from '@mercury/contract/api/stream.ts';
import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { reasonOf } from '../../../errors.ts';
import type { MarketNewsEvent } from '../../../realtime/market-news.ts';
import type { MarketChangedEvent } from '../../../realtime/publisher.ts';
import { encodeNews, type EncodedNews } from './connection.ts';
import { createMarketView, type MarketView } from './market-view.ts';
import type { OwnWatcher } from './own-telling.ts';
import { createOwnWatchers, type OwnWatchers } from './own-watchers.ts';
import { createPace } from './pace.ts';
import { readMarket, readMinutes, type MarketReading } from './read-market.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface Subscription {
  readonly channel: StreamChannel;
  readonly market: string;
}

export interface Watcher {
  tell(news: EncodedNews): void;
  /** There is no such market. */
  refuse(subscription: Subscription): void;
}

/** What this process shows of markets to all who watch them here, whichever process changed them. */
export interface Hub {
  /** The watcher is told a snapshot, and from then on what changes. Again: another snapshot. */
  subscribe(watcher: Watcher, subscription: Subscription): void;
  unsubscribe(watcher: Watcher, subscription: Subscription): void;
  /** The same, of what is somebody's own. */
  subscribeOwn(watcher: OwnWatcher, channel: OwnChannel): void;
  unsubscribeOwn(watcher: OwnWatcher, channel: OwnChannel): void;
  hear(event: MarketNewsEvent): void;
  /** Looks at all that are watched: any notice may have been lost. */
  hearOfAll(): void;
  /** Resolves when nothing is read any more. */
  close(): Promise<void>;
}

interface Watched {
  readonly symbol: string;
  view: MarketView | undefined;
  /** Up to where this process has read what is somebody's own. */
  ownSeq: number | undefined;
  isStale: boolean;
  joining: { readonly watcher: Watcher; readonly channel: StreamChannel }[];
  readonly watchers: Map<StreamChannel, Set<Watcher>>;
}

interface HubDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly limits: Pick<StreamLimits, 'restMs' | 'restFactor'>;
}

/** A market's copy of the book is kept only while somebody watches it; its log is read while somebody watches their own orders. */
export function createHub({ db, log, limits }: HubDeps): Hub {
  const markets = new Map<string, Watched>();
  const own = createOwnWatchers(db);
  const deps: ServeDeps = { db, log, markets, own, wake: () => pace.wake() };
  const pace = createPace(async () => {
    let workMs = 0;
    for (const watched of takeStale(markets)) workMs += await serveOrLog(deps, watched);
    await serveOwn(deps);
    return workMs;
  }, limits);

  function touch(watched: Watched): void {
    watched.isStale = true;
    pace.wake();
  }

  return {
    subscribe(watcher, { channel, market: symbol }) {
      const watched = watchedOf(markets, symbol);
      watched.joining.push({ watcher, channel });
      touch(watched);
    },
    unsubscribe(watcher, { channel, market: symbol }) {
      const watched = markets.get(symbol);
      if (watched === undefined) return;
      const watchers = watched.watchers.get(channel);
      watchers?.delete(watcher);
      if (watchers?.size === 0) watched.watchers.delete(channel);
      watched.joining = watched.joining.filter((one) => one.watcher !== watcher || one.channel !== channel);
      dropIfUnseen(deps, watched);
    },
    subscribeOwn(watcher, channel) {
      own.subscribe(watcher, channel);
      pace.wake();
    },
    unsubscribeOwn(watcher, channel) {
      own.unsubscribe(watcher, channel);
      dropUnseen(deps);
    },
    hear(event) {
      if ('refusedOrder' in event && !own.isEmpty) {
        own.noteRefusal(event);
        pace.wake();
      } else if ('userId' in event && event.topics.includes('balance') && !own.isEmpty) {
        own.touch(event.userId);
        pace.wake();
      } else if ('changedMarket' in event) {
        if (own.isTelling) watchedOf(markets, event.changedMarket).ownSeq ??= 0;
        const watched = markets.get(event.changedMarket);
        if (watched !== undefined && !isKnown(watched, event)) touch(watched);
      }
    },
    hearOfAll() {
      for (const watched of markets.values()) touch(watched);
      own.touchAll();
      if (!own.isEmpty) pace.wake();
    },
    close: () => pace.close(),
  };
}

function watchedOf(markets: Map<string, Watched>, symbol: string): Watched {
  let watched = markets.get(symbol);
  if (watched === undefined) {
    watched = {
      symbol,
      view: undefined,
      ownSeq: undefined,
      isStale: true,
      joining: [],
      watchers: new Map(),
    };
    markets.set(symbol, watched);
  }
  return watched;
}

/** Of the public half. */
function isSeen({ watchers, joining }: Watched): boolean {
  return watchers.size > 0 || joining.length > 0;
}

function dropIfUnseen({ markets, own }: Pick<ServeDeps, 'markets' | 'own'>, watched: Watched): void {
  if (own.isEmpty) watched.ownSeq = undefined;
  if (isSeen(watched)) return;
  watched.view = undefined;
  if (own.isEmpty) markets.delete(watched.symbol);
}

function dropUnseen(deps: Pick<ServeDeps, 'markets' | 'own'>): void {
  if (!deps.own.isEmpty) return;
  for (const watched of deps.markets.values()) dropIfUnseen(deps, watched);
}

function isKnown({ view, ownSeq }: Watched, { seq }: MarketChangedEvent): boolean {
  if (seq === undefined || (view === undefined && ownSeq === undefined)) return false;
  return (view === undefined || view.seq >= seq) && (ownSeq === undefined || ownSeq >= seq);
}

function takeStale(markets: ReadonlyMap<string, Watched>): Watched[] {
  const stale = [...markets.values()].filter(({ isStale }) => isStale);
  for (const watched of stale) watched.isStale = false;
  return stale;
}

interface ServeDeps extends Pick<HubDeps, 'db' | 'log'> {
  readonly markets: Map<string, Watched>;
  readonly own: OwnWatchers;
  readonly wake: () => void;
}

/** What fails is done again at the next heartbeat. */
async function serveOrLog(deps: ServeDeps, watched: Watched): Promise<number> {
  try {
    return await serve(deps, watched);
  } catch (error) {
    deps.log.warn({ reason: reasonOf(error), market: watched.symbol }, 'a market could not be streamed');
    return 0;
  }
}

/** Catches up, tells those who watch, and welcomes those who join. Answers the time that it took of this thread. */
async function serve({ db, log, markets, own }: ServeDeps, watched: Watched): Promise<number> {
  const { symbol, watchers, ownSeq } = watched;
  const isShown = isSeen(watched);
  // Everybody left meanwhile.
  if (markets.get(symbol) !== watched) return 0;
  const reading = await readMarket(db, {
    symbol,
    isShown,
    knownSeq: watched.view?.seq,
    own: ownSeq === undefined ? undefined : { people: own.people(), knownSeq: ownSeq },
  });
  if (reading === undefined) {
    const { joining } = watched;
    markets.delete(symbol);
    for (const { watcher, channel } of joining) watcher.refuse({ channel, market: symbol });
    return 0;
  }
  if (reading.isOwnCut) own.welcomeAgain();
  const tellOwn = await own.prepare(reading);
  const beganMs = performance.now();
  const isUsable = isShown && (watched.view !== undefined || reading.news.kind === 'whole');
  const news = isUsable ? [...(await advance({ db, log }, watched, reading))] : [];
  let workMs = performance.now() - beganMs;
  const firstTrade = news.flatMap((each) => (each.channel === 'trades' ? each.trades : []))[0];
  if (firstTrade !== undefined && watchers.has('candles')) {
    const from = new Date(firstTrade.tradedAt);
    news.push(await readMinutes(db, { market: reading.market, type: 'update', from }));
  }
  // From here on nothing waits, so both halves of a commit leave together.
  const toldMs = performance.now();
  tellOwn();
  if (watched.ownSeq !== undefined) watched.ownSeq = Number(reading.market.seq);
  workMs += performance.now() - toldMs;
  for (const each of news) workMs += await tellAll(watchers.get(each.channel), each);
  return workMs + (await welcome(db, watched, reading));
}

/** After all markets: so a snapshot is never older than what this process has read of them. */
async function serveOwn(deps: ServeDeps): Promise<void> {
  try {
    await deps.own.tellRest();
    const hasWelcomed = await deps.own.welcome((seqs) => {
      for (const [symbol, seq] of seqs) watchedOf(deps.markets, symbol).ownSeq = seq;
    });
    // A notice that came meanwhile found nobody, and others may still join.
    if (hasWelcomed) deps.wake();
    // Whoever joined may have left meanwhile.
    dropUnseen(deps);
  } catch (error) {
    deps.log.warn({ reason: reasonOf(error) }, 'people could not be told of their own');
  }
}

async function advance(
  { db, log }: Pick<HubDeps, 'db' | 'log'>,
  watched: Watched,
  reading: MarketReading,
): Promise<readonly StreamNews[]> {
  if (watched.view === undefined) {
    watched.view = createMarketView(reading);
    return [];
  }
  try {
    return watched.view.advance(reading);
  } catch (error) {
    log.warn({ reason: reasonOf(error), market: watched.symbol }, 'a book is read anew');
    const whole = await readMarket(db, { symbol: watched.symbol, isShown: true, knownSeq: undefined });
    return whole === undefined ? [] : watched.view.advance(whole);
  }
}

// A millisecond or two. A snapshot is larger than an update.
const watchersPerTurn = 200;
const snapshotsPerTurn = 20;

async function tellAll(watchers: ReadonlySet<Watcher> | undefined, news: StreamNews): Promise<number> {
  if (watchers === undefined) return 0;
  let beganMs = performance.now();
  let workMs = 0;
  let count = 0;
  const encoded = encodeNews(news);
  // Nobody joins meanwhile: that is done after it.
  for (const watcher of watchers) {
    watcher.tell(encoded);
    count += 1;
    if (count % watchersPerTurn > 0) continue;
    workMs += performance.now() - beganMs;
    await nextTurn();
    beganMs = performance.now();
  }
  return workMs + performance.now() - beganMs;
}

/** Whoever joins begins with what all others have been told by now. Answers the time that it took, and that it waited. */
async function welcome(db: Database, watched: Watched, { market }: MarketReading): Promise<number> {
  const beganMs = performance.now();
  let count = 0;
  const snapshots = new Map<StreamChannel, EncodedNews>();
  while (watched.view !== undefined) {
    const joining = watched.joining.shift();
    if (joining === undefined) break;
    const { watcher, channel } = joining;
    const watchers = watched.watchers.get(channel) ?? new Set();
    watched.watchers.set(channel, watchers.add(watcher));
    let snapshot = snapshots.get(channel);
    if (snapshot === undefined) {
      snapshot = encodeNews(
        channel === 'candles'
          ? await readMinutes(db, { market, type: 'snapshot', from: new Date(Date.now() - minutesShownMs) })
          : watched.view.snapshotOf(channel),
      );
      snapshots.set(channel, snapshot);
    }
    if (watchers.has(watcher)) watcher.tell(snapshot);
    count += 1;
    if (count % snapshotsPerTurn === 0) await nextTurn();
  }
  return performance.now() - beganMs;
}

const minutesShownMs = 60 * 60_000;
