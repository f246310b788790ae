import { inTransaction } from '../../db/database.ts';
import { reasonOf } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { cancelOrdersAfter } from '../orders/cancel-after.ts';
import { findMarkets, stateNow, termsOf, type MarketRow } from '../orders/market-terms.ts';
import { houseId } from './house.ts';
import type { OwnOrder } from './plan.ts';
import { findOwnOrders, takeTurn } from './queries.ts';
import { quoteMarket } from './quote-market.ts';
import { defaultSettings, findQuoteSettings, type QuoteSettings } from './settings.ts';
import { createStanding, type Standing, type StandingServices } from './standing.ts';

export type QuoterServices = StandingServices & Pick<Services, 'config' | 'exchange'>;

// Somebody else's order stands where one of the house would trade. It may go away.
const restAfterRefusalMs = 15_000;

// If no process quotes any more, the orders go after a minute: their price grows old.
const countdownSeconds = 60;
const countdownRenewedEveryMs = 20_000;

export interface Quoter {
  /** Once, unless another process does. Resolves when the orders of the house are what they should be. */
  look(): Promise<void>;
}

interface Task {
  readonly row: MarketRow;
  readonly own: readonly OwnOrder[];
  /** Undefined: not to be quoted now. */
  readonly wanted: QuoteSettings | undefined;
}

export function createQuoter(services: QuoterServices): Quoter {
  const { db } = services;
  const restsUntil = new Map<string, number>();
  let renewedAt = 0;

  async function quoteAll(): Promise<void> {
    const tasks = await findTasks(services);
    if (tasks.length === 0) return;
    await renewCountdown();
    const assets = new Set(tasks.flatMap(({ row }) => [row.base, row.quote]));
    const standing = createStanding(services, [...assets]);
    for (const task of tasks) await quote(standing, task);
  }

  async function quote(standing: Standing, { row, own, wanted }: Task): Promise<void> {
    const { symbol } = row;
    const rest = (): unknown => restsUntil.set(symbol, Date.now() + restAfterRefusalMs);
    try {
      const outcome = await quoteMarket(services, termsOf(row), {
        ladder: wanted && (await standing.ladderFor(row, wanted)),
        own,
        rooms: await standing.roomsFor(row),
        onlyCancels: Date.now() < (restsUntil.get(symbol) ?? 0),
      });
      if (outcome !== 'unchanged') standing.forgetReach();
      if (outcome === 'refused') rest();
    } catch (error) {
      // The other markets are quoted all the same.
      rest();
      standing.forgetReach();
      services.log.warn({ market: symbol, reason: reasonOf(error) }, 'the house could not quote a market');
    }
  }

  async function renewCountdown(): Promise<void> {
    if (Date.now() - renewedAt < countdownRenewedEveryMs) return;
    await cancelOrdersAfter(services, { userId: houseId, market: undefined, seconds: countdownSeconds });
    renewedAt = Date.now();
  }

  return {
    async look() {
      const turn = async (trx: Parameters<typeof takeTurn>[0]): Promise<void> => {
        if (await takeTurn(trx)) await quoteAll();
      };
      await inTransaction(db, turn, { attemptsMax: 1 });
    },
  };
}

/** Markets to quote, and those where the house has orders all the same. */
async function findTasks({ db, config }: QuoterServices): Promise<readonly Task[]> {
  const [rows, settings, orders] = await Promise.all([
    findMarkets(db),
    findQuoteSettings(db),
    findOwnOrders(db),
  ]);
  const tasks = rows.map((row): Task => {
    const asked = settings.get(row.symbol) ?? defaultSettings(config);
    const wanted = asked.isOn && stateNow(row) === 'open' ? asked : undefined;
    return { row, own: orders.filter(({ market }) => market === row.symbol), wanted };
  });
  return tasks.filter(({ own, wanted }) => wanted !== undefined || own.length > 0);
}
