import type { MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { pointsSchema, type PricePoint } from './answers.ts';
import { keepAnswer, type Answer, type KeptAnswer, type Keeping } from './kept-answer.ts';
import { MarketServiceAwayError, type MarketService } from './market-service.ts';

export interface KnownHistory {
  readonly answer: Answer<PricePoint[]> | undefined;
  /** How long after its end a price still continues the history. */
  readonly followedForMs: number;
}

export interface Histories {
  find(id: string, range: MarketRange): Promise<KnownHistory>;
  settled(): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** At most as long as the service takes to add a point: five minutes, an hour, an hour, a day. */
const keptMs: Readonly<Record<MarketRange, number>> = {
  day: 5 * minuteMs,
  week: 30 * minuteMs,
  month: hourMs,
  year: 6 * hourMs,
};

/** Browsing all coins and ranges must not spend the calls that the prices need. */
const callsPerMinuteMax = 12;
/** All ranges of twelve coins, of ours, and of coins that left the twelve since. */
const keptMax = 200;

export function createHistories(keeping: Keeping, service: Pick<MarketService, 'findHistory'>): Histories {
  const { now } = keeping;
  const kept = new Map<string, KeptAnswer<PricePoint[]>>();
  let minute = 0;
  let calls = 0;

  function spendCall(): void {
    const present = Math.floor(now() / minuteMs);
    if (present !== minute) [minute, calls] = [present, 0];
    calls += 1;
    if (calls > callsPerMinuteMax) throw new MarketServiceAwayError('too many histories in a minute');
  }

  function keep(id: string, range: MarketRange): KeptAnswer<PricePoint[]> {
    const key = `history/${id}/${range}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const made = keepAnswer(keeping, {
      key,
      keptMs: keptMs[range],
      schema: pointsSchema,
      ask: async () => {
        spendCall();
        return service.findHistory(id, range);
      },
    });
    kept.set(key, made);
    // Evicts the oldest entry; the database still has it.
    const [oldest] = kept.keys();
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
    return made;
  }

  return {
    async find(id, range) {
      const answer = await keep(id, range).latest();
      return { answer, followedForMs: keptMs[range] + limits.marketStaleAfterMs };
    },
    async settled() {
      await Promise.all([...kept.values()].map((each) => each.settled()));
    },
  };
}
