import type { MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { LRUCache } from 'lru-cache';
import { pointsSchema, type PricePoint } from './answers.ts';
import { cacheAnswer, type Answer, type CacheDeps, type CachedAnswer } from './cached-answer.ts';
import { MarketServiceAwayError, type MarketService } from './market-service.ts';

export interface KnownHistory {
  readonly answer: Answer<PricePoint[]> | undefined;
  /** For this long after its end, a price still continues the history. */
  readonly followedForMs: number;
}

export interface Histories {
  find(id: string, range: MarketRange): Promise<KnownHistory>;
  settled(): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** At most the time that the service takes to add a point: five minutes, an hour, an hour, a day, a day. */
const freshMs: Readonly<Record<MarketRange, number>> = {
  day: 5 * minuteMs,
  week: 30 * minuteMs,
  month: hourMs,
  year: 6 * hourMs,
  all: 24 * hourMs,
};

/** Room for all ranges of the twelve coins, of our assets, and of coins that have left the twelve. */
const cachedMax = 200;

interface HistorySource extends Pick<MarketService, 'findHistory'> {
  /** Browsing all coins and ranges must not spend the calls that the prices need. */
  readonly callsPerMinuteMax: number;
}

export function createHistories(deps: CacheDeps, source: HistorySource): Histories {
  const { now } = deps;
  // An evicted history comes back from the database.
  const cached = new LRUCache<string, CachedAnswer<PricePoint[]>>({ max: cachedMax });
  let minute = 0;
  let calls = 0;

  function spendCall(): void {
    const present = Math.floor(now() / minuteMs);
    if (present !== minute) [minute, calls] = [present, 0];
    calls += 1;
    if (calls > source.callsPerMinuteMax) throw new MarketServiceAwayError('too many histories in a minute');
  }

  function historyOf(id: string, range: MarketRange): CachedAnswer<PricePoint[]> {
    const key = `history/${id}/${range}`;
    const found = cached.get(key);
    if (found !== undefined) return found;
    const made = cacheAnswer(deps, {
      key,
      freshMs: freshMs[range],
      schema: pointsSchema,
      ask: async () => {
        spendCall();
        return source.findHistory(id, range);
      },
    });
    cached.set(key, made);
    return made;
  }

  return {
    async find(id, range) {
      const answer = await historyOf(id, range).latest();
      return { answer, followedForMs: freshMs[range] + limits.marketStaleAfterMs };
    },
    async settled() {
      await Promise.all([...cached.values()].map((each) => each.settled()));
    },
  };
}
